/** Finds what the tests of video calls need besides a browser, and installs it where there is none. */
import { findOrInstall, isFile, run } from "./packages.ts";

const places = ["/usr/bin/turnserver", "/usr/local/bin/turnserver", "/opt/homebrew/bin/turnserver"];

/** The path of coturn's server; null where none can be had, which is said: calls through a relay are not tested then. */
export async function ensureCoturn(): Promise<string | null> {
  const named = Deno.env.get("TURNSERVER");
  if (named) return named;
  const wasThere = places.some(isFile);
  const found = await findOrInstall(places, "coturn");
  if (!found) console.log("No coturn, and none can be installed: calls through a relay are not tested.");
  // Debian starts it as a service; the tests want no open relay on somebody's machine, only the program.
  else if (!wasThere && isFile("/usr/bin/systemctl")) await run("systemctl", ["disable", "--now", "--quiet", "coturn"]);
  return found;
}

/** What makes networks inside a machine; without it, or without root, calls between networks say so and are skipped. */
export async function ensureNetworkTools(): Promise<void> {
  if (Deno.build.os !== "linux" || Deno.uid() !== 0) return;
  await findOrInstall(["/usr/sbin/ip", "/sbin/ip", "/usr/bin/ip"], "iproute2");
  await findOrInstall(["/usr/sbin/nft", "/sbin/nft", "/usr/bin/nft"], "nftables");
}
