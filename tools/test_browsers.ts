/**
 * `deno task test:browsers`: what people do on the site, in Firefox and WebKit as Debian ships them, on a telephone and a
 * desk; exit 1 where one of them is not as it must be. One line says which browser is not there. Firefox or WebKit alone
 * by its name.
 */
import { startChild } from "../tests/calls/child.ts";
import { openFirefox } from "../tests/browsers/firefox.ts";
import { walk, widths } from "../tests/browsers/walk.ts";
import { openWebKit } from "../tests/browsers/webkit.ts";

const begunAt = performance.now();
const seconds = () => `${Math.round((performance.now() - begunAt) / 1000)} s`;
const opened = { firefox: openFirefox, webkit: openWebKit };
const folder = await Deno.makeTempDir({ prefix: "browsers-" });
const env = { DATA_DIR: folder, PORT: "0", NO_COLOR: "1" };
const demo = await startChild(Deno.execPath(), ["run", "-A", "--quiet", "tools/demo.ts"], { env });
let isGood = true;
try {
  const [, origin] = await demo.until(/Listening on (http:\S+?)\/?\s/);
  for (const [name, open] of Object.entries(opened)) {
    if (Deno.args.length > 0 && !Deno.args.includes(name)) continue;
    const browser = await open();
    if (!browser) console.log(`There is no ${name} here (firefox-esr; webkit2gtk-driver and xvfb): it was not tried.`);
    for (const size of browser ? widths : []) {
      const say = (sentence: string) => console.log(`${seconds()}: ${browser!.name}, ${size.width} px: ${sentence}`);
      try {
        await walk({ browser: browser!, origin: origin!, size, say });
      } catch (error) {
        isGood = false;
        console.error(`${seconds()}: ${browser!.name}, ${size.width} px:`, error);
      }
    }
    await browser?.close();
  }
} finally {
  await demo.end();
  await Deno.remove(folder, { recursive: true });
}
Deno.exit(isGood ? 0 : 1);
