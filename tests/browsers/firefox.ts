/** Firefox as Debian ships it, by WebDriver BiDi, which it speaks by itself. */
import puppeteer from "puppeteer-core";
import { type Puppet, puppet, startMs } from "./puppet.ts";

const path = "/usr/bin/firefox-esr";

/** Null where there is none. It has a camera and a microphone that are made up, and that everybody may use. */
export async function openFirefox(): Promise<Puppet | null> {
  if (!await Deno.stat(path).catch(() => null)) return null;
  return await puppet(
    await puppeteer.launch({
      browser: "firefox",
      executablePath: path,
      headless: true,
      timeout: startMs,
      extraPrefsFirefox: {
        "media.navigator.streams.fake": true,
        "media.navigator.permission.disabled": true,
        // Where there is only loopback, or loopback besides a network that leads nowhere.
        "media.peerconnection.ice.loopback": true,
      },
    }),
  );
}
