/** Who asks for a chat now, out of what the site's events say; no browser needed. */
import type { News } from "./state.ts";

/** One who waits for an answer. */
export interface Asked {
  id: string;
  kind: "text" | "video";
  from: { id: number; name: string; age: number; photo: string; isCompanion: boolean };
  /** What a minute costs the reader, where it costs anything. */
  price: string | null;
  /** By this device's clock, ms. */
  untilMs: number;
}

/** The first whose minute is not over and whom the reader has not declined. */
export function firstAsked(
  { invitations, atMs }: NonNullable<News["asking"]>,
  declined: readonly string[],
  nowMs: number,
): Asked | undefined {
  return (invitations as (Omit<Asked, "untilMs"> & { leftMs: number })[])
    .map(({ leftMs, ...asked }) => ({ ...asked, untilMs: atMs + leftMs }))
    .find(({ id, untilMs }) => untilMs > nowMs && !declined.includes(id));
}
