/** What follows from news: the counters, the message, the title; no browser needed. */
import type { Asking } from "../../chat/shared/asking.ts";

export interface Counts {
  inbox: number;
  introduction: number;
}

export const totalOf = ({ inbox, introduction }: Counts): number => inbox + introduction;

/** What the server says, whether by an event or through another tab. */
export interface News {
  counter?: Counts;
  /** A man's credits, and the number of the last ledger entry that is part of them. */
  balance?: { credits: number; seq: number };
  /** Who asks for a chat or a call now, and when the page heard so: by `performance.now()`, which nobody can put back. */
  asking?: { invitations: readonly Asking[]; atMs: number };
}

/** The balance of an event or of another tab; null for anything else. */
export function balanceOf(data: unknown): News["balance"] | null {
  const { balance, seq } = (data ?? {}) as { balance?: unknown; seq?: unknown };
  return isCount(balance) && isCount(seq) ? { credits: balance, seq } : null;
}

/** The counters of an event or of another tab; null for anything else. */
export function countsOf(data: unknown): Counts | null {
  const counter = (data as { counter?: Partial<Counts> } | null)?.counter;
  const { inbox, introduction } = counter ?? {};
  return isCount(inbox) && isCount(introduction) ? { inbox, introduction } : null;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** Which box has more letters than before; if both have, the introductions, which are rarer. Null for none. */
export function newsBetween(before: Counts, now: Counts): keyof Counts | null {
  if (now.introduction > before.introduction) return "introduction";
  return now.inbox > before.inbox ? "inbox" : null;
}

/** Puts the number before the page's own title, "(2) Letters", in place of an earlier one; no number for zero. */
export function titleWith(title: string, total: number): string {
  const own = title.replace(/^\(\d+\+?\) /, "");
  return total > 0 ? `(${shortCount(total)}) ${own}` : own;
}

/** As badges on the server write it (components/marks.tsx). */
export const shortCount = (count: number): string => count > 999 ? "999+" : String(count);

/** Ms to wait after so many failures in a row, partly random: not everybody reconnects to a restarted server at once. */
export const pauseMs = (failures: number, random: number): number =>
  Math.min(60_000, 1000 * 2 ** failures) * (0.5 + random / 2);
