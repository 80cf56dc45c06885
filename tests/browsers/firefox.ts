/** Firefox as Debian ships it, driven by WebDriver BiDi, which it speaks by itself. */
import puppeteer from "puppeteer-core";
import { type Puppet, puppet, startMs } from "./puppet.ts";

const path = "/usr/bin/firefox-esr";

/** Null if there is none. Its camera and microphone are made up, and everybody may use them. */
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
        // For machines with only loopback, or with loopback and a network that leads nowhere.
        "media.peerconnection.ice.loopback": true,
      },
    }),
  );
}
