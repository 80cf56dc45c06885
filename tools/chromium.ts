/** Finds a Chromium for the browser journeys, and installs one where there is none. */

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The path of a Chromium; null means Playwright's own, which is then installed. Throws where none can be had. */
export async function ensureChromium(): Promise<string | null> {
  const found = Deno.env.get("CHROMIUM") ?? places.find(exists);
  if (found) return found;
  console.log("No Chromium found: installing it.");
  if (exists("/usr/bin/apt-get")) {
    await run("apt-get", ["update"]);
    if (await run("apt-get", ["install", "-y", "--no-install-recommends", "chromium"])) {
      const installed = places.find(exists);
      if (installed) return installed;
    }
  }
  if (await run(Deno.execPath(), ["run", "-A", "node_modules/@playwright/test/cli.js", "install", "chromium"])) {
    return null;
  }
  throw new Error("no Chromium: install one, or set CHROMIUM to its path");
}

function exists(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

async function run(command: string, args: string[]): Promise<boolean> {
  try {
    const { success } = await new Deno.Command(command, { args, stdout: "null", stderr: "inherit" }).output();
    return success;
  } catch {
    return false;
  }
}
