/** Chromium as callers have it: with a drawn camera and a drawn microphone, and every permission asked for real. */
import { type Browser, chromium } from "@playwright/test";
import process from "node:process";

export interface CallBrowserOptions {
  /** Words before the command, to run the browser in a network of its own. */
  within?: string[];
  /** An unencrypted origin that is to be treated as an encrypted one: cameras open only there. */
  safeOrigin?: string;
  /** Whether a relay's unsigned certificate is accepted. */
  trustsAll?: boolean;
  /** How many pictures a second the camera takes; 5 unless given, so that several calls can go on beside each other. */
  framesPerSecond?: number;
  /** Whether there is only a microphone. */
  hasNoCamera?: boolean;
}

const common = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // For machines with only loopback, or with loopback and a network that leads nowhere.
  "--allow-loopback-in-peer-connection",
  "--autoplay-policy=no-user-gesture-required",
  // A window behind another one still counts as in use.
  "--disable-backgrounding-occluded-windows",
  "--disable-renderer-backgrounding",
];

/** Starts a browser; each context has its own permission for camera and microphone. `close` leaves nothing behind. */
export async function callBrowser(options: CallBrowserOptions = {}): Promise<Browser> {
  const { within, safeOrigin, trustsAll, hasNoCamera, framesPerSecond = 5 } = options;
  const camera = hasNoCamera ? "device-count=0" : `fps=${framesPerSecond}`;
  const real = process.env.CHROMIUM ?? "/usr/bin/chromium";
  const wrapper = within && await wrapperOf([...within, real]);
  const browser = await chromium.launch({
    executablePath: wrapper ?? real,
    args: [
      ...common,
      `--use-fake-device-for-media-stream=${camera}`,
      ...trustsAll ? ["--ignore-certificate-errors"] : [],
      ...safeOrigin ? [`--unsafely-treat-insecure-origin-as-secure=${safeOrigin}`] : [],
    ],
  });
  if (wrapper) browser.on("disconnected", () => Deno.removeSync(wrapper));
  return browser;
}

/** The runner starts one file with arguments of its own, so the words before the command go into a script. */
async function wrapperOf(words: string[]): Promise<string> {
  const file = await Deno.makeTempFile({ prefix: "chromium-" });
  await Deno.writeTextFile(file, `#!/bin/sh\nexec ${words.map((word) => `'${word}'`).join(" ")} "$@"\n`);
  await Deno.chmod(file, 0o700);
  return file;
}
