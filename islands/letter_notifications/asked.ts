/** Who asks for a chat now, according to the site's events; no browser needed. */
import type { Asking } from "../../chat/shared/asking.ts";
import type { News } from "./state.ts";

/** Somebody who waits for an answer; `untilMs` is by `performance.now()`. */
export type Asked = Omit<Asking, "leftMs"> & { untilMs: number };

/** The first whose minute is not over and whom the reader has not declined. */
export function firstAsked(
  { invitations, atMs }: NonNullable<News["asking"]>,
  declined: readonly string[],
  nowMs: number,
): Asked | undefined {
  return invitations
    .map(({ leftMs, ...asked }) => ({ ...asked, untilMs: atMs + leftMs }))
    .find(({ id, untilMs }) => untilMs > nowMs && !declined.includes(id));
}
