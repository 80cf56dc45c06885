/** Chromium, driven like Firefox, for what the two do with each other. */
import puppeteer from "puppeteer-core";
import { type Puppet, puppet, startMs } from "./puppet.ts";

/** Null if there is none. Its camera and microphone are made up, and everybody may use them. */
export async function openChromium(): Promise<Puppet | null> {
  const path = Deno.env.get("CHROMIUM") ?? "/usr/bin/chromium";
  if (!await Deno.stat(path).catch(() => null)) return null;
  return await puppet(
    await puppeteer.launch({
      executablePath: path,
      headless: true,
      timeout: startMs,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream=fps=5",
        "--allow-loopback-in-peer-connection",
        "--disable-backgrounding-occluded-windows",
        "--disable-renderer-backgrounding",
      ],
    }),
  );
}
