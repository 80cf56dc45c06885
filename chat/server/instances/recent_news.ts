/**
 * What was told of people a moment ago. When a person connects to an instance, the others learn that only a little
 * later; what they told meanwhile they tell that instance then. Frames are of the moment, and are not told again.
 */
import { invitationMs } from "../../../kv/chats/invitations.ts";
import { concernedBy, type InstanceNews } from "./news.ts";

interface Told {
  news: InstanceNews;
  to: Set<string>;
  /** Real time. */
  untilMs: number;
}

/** Longer than it takes until a connection is known everywhere. */
const keptMs = 10_000;

export class RecentNews {
  #elapsedMs: () => number;
  #of = new Map<number, Told[]>();

  constructor(elapsedMs: () => number) {
    this.#elapsedMs = elapsedMs;
  }

  /** Notes news, and which instances were told. */
  add(news: InstanceNews, to: Iterable<string>): void {
    const forMs = keptFor(news);
    if (forMs === 0) return;
    const told = { news, to: new Set(to), untilMs: this.#elapsedMs() + forMs };
    for (const userId of concernedBy(news)?.people ?? []) {
      const known = this.#of.get(userId);
      if (known) known.push(told);
      else this.#of.set(userId, [told]);
    }
  }

  /** The news about a person that an instance has missed, in order; from now on it counts as told. */
  missedBy(instanceId: string, userId: number): InstanceNews[] {
    const missed = this.#fresh(userId).filter(({ to }) => !to.has(instanceId));
    for (const { to } of missed) to.add(instanceId);
    return missed.map(({ news }) => news);
  }

  forgetOld(): void {
    for (const userId of [...this.#of.keys()]) {
      const fresh = this.#fresh(userId);
      if (fresh.length > 0) this.#of.set(userId, fresh);
      else this.#of.delete(userId);
    }
  }

  #fresh(userId: number): Told[] {
    const now = this.#elapsedMs();
    return (this.#of.get(userId) ?? []).filter(({ untilMs }) => untilMs > now);
  }
}

/** How long news may be told again, ms. What is said of a waiting call holds until it waits no more. */
function keptFor(news: InstanceNews): number {
  switch (news.kind) {
    case "frame":
    case "connection":
    case "media":
      return 0;
    case "signal":
      return news.invitationId === null ? 0 : invitationMs;
    case "call":
    case "answered":
    case "opened":
      return invitationMs;
    default:
      return keptMs;
  }
}
