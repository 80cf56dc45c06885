/**
 * `deno task test:browsers`: what people do on the site, in Firefox and WebKit as Debian ships them, on a telephone and a
 * desk, and calls between Firefox and Chromium; exit 1 where one of them is not as it must be. One line says which browser
 * is not there. Firefox, WebKit or the calls alone by their names.
 */
import { startChild } from "../tests/calls/child.ts";
import { callsAcross } from "../tests/browsers/call.ts";
import { openChromium } from "../tests/browsers/chromium.ts";
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
const isWanted = (name: string) => Deno.args.length === 0 || Deno.args.includes(name);
try {
  const [, origin] = await demo.until(/Listening on (http:\S+?)\/?\s/);
  for (const [name, open] of Object.entries(opened)) {
    if (!isWanted(name)) continue;
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
if (isWanted("calls")) await tryCalls();
Deno.exit(isGood ? 0 : 1);

async function tryCalls(): Promise<void> {
  const [firefox, chromium] = await Promise.all([openFirefox(), openChromium()]);
  try {
    if (firefox && chromium) {
      await callsAcross(firefox, chromium, (sentence) => console.log(`${seconds()}: ${sentence}`));
    } else console.log("There are no Firefox and Chromium here: no call between the two was tried.");
  } catch (error) {
    isGood = false;
    console.error(`${seconds()}: calls:`, error);
  } finally {
    await Promise.all([firefox?.close(), chromium?.close()]);
  }
}
