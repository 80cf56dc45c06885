/** Finds the browsers for the journeys, and installs them if there are none. */
import { findOrInstall, run } from "./packages.ts";

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The path of a Chromium; null means Playwright's own, which is then installed. Throws if none can be had. */
export async function ensureChromium(): Promise<string | null> {
  const found = Deno.env.get("CHROMIUM") ?? await findOrInstall(places, "chromium");
  if (found) return found;
  console.log("No Chromium found: installing Playwright's own.");
  if (await run(Deno.execPath(), ["run", "-A", "node_modules/@playwright/test/cli.js", "install", "chromium"])) {
    return null;
  }
  throw new Error("no Chromium: install one, or set CHROMIUM to its path");
}

/**
 * The path of Chromium's headless shell, which saves a fifth of the processor's work but has no camera and no
 * notifications; null if it cannot be had: then the whole browser does its work as well.
 */
export const ensureHeadlessShell = (): Promise<string | null> =>
  findOrInstall(["/usr/bin/chromium-headless-shell"], "chromium-headless-shell");
