/** Finds what the tests of video calls need besides a browser, and installs it if it is missing. */
import { findOrInstall, isFile, run } from "./packages.ts";

const places = ["/usr/bin/turnserver", "/usr/local/bin/turnserver", "/opt/homebrew/bin/turnserver"];

/** The path of coturn's server; null if it cannot be had: it prints that calls through a relay are then not tested. */
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

/** Installs what makes networks inside a machine; without it, or without root, calls between networks are not tested. */
export async function ensureNetworkTools(): Promise<void> {
  if (Deno.build.os !== "linux" || Deno.uid() !== 0) return;
  await findOrInstall(["/usr/sbin/ip", "/sbin/ip", "/usr/bin/ip"], "iproute2");
  await findOrInstall(["/usr/sbin/nft", "/sbin/nft", "/usr/bin/nft"], "nftables");
}
