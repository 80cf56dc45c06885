/**
 * What refusals mean that do not say it: that nobody has an address, or that the mail server takes no mails of this site.
 * What a server refuses while it takes mails for others speaks of the address; if it takes none, it speaks of the site.
 * Kept in memory: whoever knows nothing doubts.
 */

/** How many recipients, or domains, have to agree. Fewer may be a relay's own, which it serves even if it refuses the site. */
const enough = 3;
/** Longer than a mail is tried: of an older refusal nobody knows what it was about. */
const doubtMs = 24 * 3600_000;
const keptAtMost = 10_000;

export class MailDoubts {
  /** Since when an address is refused without a reason (ms since the epoch). */
  #refusedSince = new Map<string, number>();
  /** When a mail to a domain was last taken. */
  #takenAt = new Map<string, number>();
  /** Addresses that were refused since a mail was taken, and the domains of those refused without a reason. */
  #refusedInARow = new Set<string>();

  /** Whether the mail server seems to take no mail of this site at all. */
  get isSiteRefused(): boolean {
    return this.#refusedInARow.size >= enough;
  }

  /** Notes that a mail was taken; true if `isSiteRefused` ends with it. */
  taken(email: string, at: number): boolean {
    const wasRefused = this.isSiteRefused;
    this.#refusedInARow.clear();
    this.#refusedSince.delete(email);
    keepNewest(this.#takenAt, domainOf(email), at);
    return wasRefused;
  }

  /**
   * Notes that a mail was refused because it is this site's, or perhaps so; true if `isSiteRefused` begins with it. Without
   * a reason a domain counts once: several people may mistype theirs at the same large provider.
   */
  refused(email: string, about: "site" | "either"): boolean {
    if (this.isSiteRefused) return false;
    this.#refusedInARow.add(about === "site" ? email : domainOf(email));
    return this.isSiteRefused;
  }

  /**
   * Notes that an address was refused without a reason. True if by now nobody can have it: it was refused before, and mails
   * to the same domain, or to several others, were taken since.
   */
  isNobodys(email: string, at: number): boolean {
    const since = this.#refusedSince.get(email);
    if (since === undefined || at - since > doubtMs) {
      keepNewest(this.#refusedSince, email, at);
      return false;
    }
    if (this.isSiteRefused) return false;
    const takenSince = [...this.#takenAt].filter(([, takenAt]) => takenAt > since).map(([domain]) => domain);
    return takenSince.length >= enough || takenSince.includes(domainOf(email));
  }
}

const domainOf = (email: string): string => email.slice(email.lastIndexOf("@") + 1);

/** Keeps an entry as the newest, and only so many. */
function keepNewest(entries: Map<string, number>, name: string, at: number): void {
  entries.delete(name);
  entries.set(name, at);
  if (entries.size > keptAtMost) entries.delete(entries.keys().next().value!);
}
