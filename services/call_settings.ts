/**
 * The servers that help a call to find a path: relays with the secret that makes their credentials, and none by
 * default.
 */

export interface CallSettings {
  /** Null where calls run direct or not at all. */
  turn: { urls: string[]; secret: string } | null;
  stunUrls: string[];
}

interface Source {
  read: (name: string) => string | null;
  problems: string[];
  doubts: string[];
}

const secretCharactersMin = 16;

const host = String.raw`(?:\[[\da-f:.]+\]|[^\s:?/@[\]]+)`;
const patterns = {
  turn: new RegExp(`^turns?:${host}(?::(\\d{1,5}))?(?:\\?transport=(?:udp|tcp))?$`, "i"),
  stun: new RegExp(`^stuns?:${host}(?::(\\d{1,5}))?$`, "i"),
};

/** Reads TURN_URLS, TURN_SECRET and STUN_URLS; what is wrong is named in `problems`, what is weak in `doubts`. */
export function readCallSettings({ read, problems, doubts }: Source): CallSettings {
  const urls = readUrls("TURN_URLS", "turn");
  const stunUrls = readUrls("STUN_URLS", "stun");
  const secret = read("TURN_SECRET");
  const hasUrls = read("TURN_URLS") !== null;
  // Without the secret nobody makes credentials: such a relay would serve anybody, or nobody.
  if (hasUrls && secret === null) problems.push("TURN_SECRET must be set where TURN_URLS is");
  if (!hasUrls && secret !== null) problems.push("TURN_SECRET needs TURN_URLS");
  // Everybody in a call sees what it has signed, and may try secrets against that for as long as they like.
  if (hasUrls && secret !== null && secret.length < secretCharactersMin) {
    doubts.push(
      `TURN_SECRET has less than ${secretCharactersMin} characters, so that somebody in a call could find it by trying; ` +
        '"openssl rand -hex 32" makes a good one',
    );
  }
  return { turn: secret !== null && urls.length > 0 ? { urls, secret } : null, stunUrls };

  /** Comma-separated, as a peer connection takes them: "turn:host:3478?transport=udp", "turns:host:5349". */
  function readUrls(name: string, scheme: "turn" | "stun"): string[] {
    const parts = (read(name) ?? "").split(",").map((part) => part.trim()).filter(Boolean);
    return parts.filter((part) => {
      const [found, port = "1"] = patterns[scheme].exec(part) ?? [];
      if (found && Number(port) >= 1 && Number(port) <= 65_535) return true;
      problems.push(`${name} holds "${part}", which is no address like ${scheme}:host:3478`);
      return false;
    });
  }
}
