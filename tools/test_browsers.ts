/**
 * `deno task test:browsers`: what people do on the site, in Firefox and WebKit as Debian ships them, at the size of a phone
 * and of a desktop, with and without a connection, and calls between Firefox and Chromium. Ends with one line that counts,
 * and exits 1 if one of them fails; a line names each browser that is missing. `firefox`, `webkit` or `calls` runs that
 * alone; `--small` runs the part that `deno task test` takes in.
 */
import { callsAcross } from "../tests/browsers/call.ts";
import { openChromium } from "../tests/browsers/chromium.ts";
import { openFirefox } from "../tests/browsers/firefox.ts";
import { type Staging, widths } from "../tests/browsers/stage.ts";
import type { WalkedBrowser } from "../tests/browsers/tab.ts";
import { shortWalk, walk } from "../tests/browsers/walk.ts";
import { openWebKit } from "../tests/browsers/webkit.ts";
import { withoutLine } from "../tests/browsers/without_line.ts";
import { startChild } from "../tests/calls/child.ts";

type Journey = (staging: Staging) => Promise<void>;

const opened = { firefox: openFirefox, webkit: openWebKit };
const [telephone, desk] = widths;
const isSmall = Deno.args.includes("--small");
const names = Deno.args.filter((arg) => arg !== "--small");
const isWanted = (name: string) => names.length === 0 || names.includes(name);

const triesAtMost = 3;

const begunAt = performance.now();
const say = (sentence: string) => console.log(`${Math.round((performance.now() - begunAt) / 1000)} s: ${sentence}`);
let [passed, failed] = [0, 0];

await tryOnSite();
if (!isSmall && isWanted("calls")) await tryCalls();
console.log(`${passed} passed, ${failed} failed`);
Deno.exit(failed === 0 ? 0 : 1);

async function tryOnSite(): Promise<void> {
  const browsers: WalkedBrowser[] = [];
  for (const name of ["firefox", "webkit"] as const) {
    const browser = isWanted(name) ? await opened[name]() : null;
    if (browser) browsers.push(browser);
    else if (isWanted(name)) {
      console.log(`There is no ${name} here (firefox-esr; webkit2gtk-driver and xvfb): it was not tried.`);
    }
  }
  if (browsers.length === 0) return;
  const folder = await Deno.makeTempDir({ prefix: "browsers-" });
  const env = { DATA_DIR: folder, PORT: "0", NO_COLOR: "1" };
  const demo = await startChild(Deno.execPath(), ["run", "-A", "--quiet", "tools/demo.ts"], { env });
  try {
    const [, origin] = await demo.until(/Listening on (http:\S+?)\/?\s/);
    for (const browser of browsers) await tryJourneys(browser, origin!);
  } finally {
    for (const browser of browsers) await browser.close();
    await demo.end();
    await Deno.remove(folder, { recursive: true });
  }
}

async function tryJourneys(browser: WalkedBrowser, origin: string): Promise<void> {
  const journeys: [Journey, Staging["size"]][] = isSmall
    ? [[shortWalk, telephone]]
    : [[walk, telephone], [walk, desk], [withoutLine, telephone]];
  for (const [journey, size] of journeys) {
    const about = `${browser.name}, ${size.width} px`;
    const toldHere = (sentence: string) => say(`${about}: ${sentence}`);
    await counted(
      about,
      () => untilUnbroken(browser, toldHere, () => journey({ browser, origin, size, say: toldHere })),
    );
  }
}

/** Begins a walk anew if the browser broke, which says nothing of the site: WebKit does so at times on a busy machine. */
async function untilUnbroken(browser: WalkedBrowser, tell: (sentence: string) => void, walk: () => Promise<void>) {
  for (let tries = 1;; tries++) {
    const broken = Promise.withResolvers<never>();
    let isBroken = false;
    browser.onBroken = (why) => {
      isBroken = true;
      broken.reject(why);
    };
    try {
      // Does not wait until the walk gives up: a page that is gone shows nothing more.
      return await Promise.race([walk(), broken.promise]);
    } catch (error) {
      if (!isBroken || tries === triesAtMost) throw error;
      tell(`the browser broke (${(error as Error).message}); once more from the beginning`);
    }
  }
}

async function tryCalls(): Promise<void> {
  const [firefox, chromium] = await Promise.all([openFirefox(), openChromium()]);
  if (firefox && chromium) await counted("calls", () => callsAcross(firefox, chromium, say));
  else console.log("There are no Firefox and Chromium here: no call between the two was tried.");
  await Promise.all([firefox?.close(), chromium?.close()]);
}

async function counted(about: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
    passed++;
  } catch (error) {
    failed++;
    console.error(`${about}:`, error);
  }
}
