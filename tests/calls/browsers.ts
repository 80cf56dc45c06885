/** Chromium as somebody has it who calls: a camera and a microphone that are drawn, and every question asked for real. */
import { type Browser, chromium } from "@playwright/test";
import process from "node:process";

export interface CallBrowserOptions {
  /** Words before the command, to run it in a network of its own. */
  within?: string[];
  /** An address without encryption that is to be treated as an encrypted one: cameras open only there. */
  safeOrigin?: string;
  /** A relay's certificate that nobody has signed will do. */
  trustsAll?: boolean;
  /** Pictures a second that the camera takes; 5 where nothing is said, so that several calls go on beside each other. */
  framesPerSecond?: number;
  /** There is a microphone alone. */
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
  // Where there is only loopback, or loopback besides a network that leads nowhere.
  "--allow-loopback-in-peer-connection",
  "--autoplay-policy=no-user-gesture-required",
  // A window behind another one is somebody's all the same.
  "--disable-backgrounding-occluded-windows",
  "--disable-renderer-backgrounding",
];

/** Starts one; permission to camera and microphone is each context's own. Nothing of it is left after `close`. */
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

/** The runner starts one file with arguments of its own. */
async function wrapperOf(words: string[]): Promise<string> {
  const file = await Deno.makeTempFile({ prefix: "chromium-" });
  await Deno.writeTextFile(file, `#!/bin/sh\nexec ${words.map((word) => `'${word}'`).join(" ")} "$@"\n`);
  await Deno.chmod(file, 0o700);
  return file;
}
