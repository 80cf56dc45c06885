/** The keys by which the site sends notes to devices (RFC 8292), as the environment names them. */

/** The keys by which push services know this site, both base64url; complaints about their use go to `subject`. */
export interface VapidConfig {
  publicKey: string;
  privateKey: string;
  /** "https:" or "mailto:". */
  subject: string;
}

interface Source {
  read: (name: string) => string | null;
  problems: string[];
}

/** Where the site can be reached by those who complain of its notes. */
interface Reachable {
  siteUrls: readonly (string | null)[];
  mailFrom: string;
}

/**
 * Reads VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY; null if nothing is pushed. What is wrong is named in `problems`. The
 * public key is a point of P-256, 65 bytes that begin with a 4; the private key has 32 bytes.
 */
export function readVapidSettings({ read, problems }: Source, { siteUrls, mailFrom }: Reachable): VapidConfig | null {
  const [publicKey, privateKey] = [read("VAPID_PUBLIC_KEY"), read("VAPID_PRIVATE_KEY")];
  if (publicKey === null && privateKey === null) return null;
  if (publicKey === null || privateKey === null) {
    problems.push("VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be set both or neither");
    return null;
  }
  const isPublic = /^B[\w-]{86}$/.test(publicKey), isPrivate = /^[\w-]{43}$/.test(privateKey);
  if (!isPublic) problems.push("VAPID_PUBLIC_KEY must be 65 bytes as base64url without padding");
  if (!isPrivate) problems.push("VAPID_PRIVATE_KEY must be 32 bytes as base64url without padding");
  const site = siteUrls.find((url) => url?.startsWith("https:"));
  const address = /[^\s<>]+@[^\s<>]+/.exec(mailFrom)?.[0] ?? "letters@vesna.example";
  return isPublic && isPrivate ? { publicKey, privateKey, subject: site ?? `mailto:${address}` } : null;
}
