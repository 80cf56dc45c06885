/** Who asks for a chat now, out of what the site's events say; no browser needed. */
import type { Asking } from "../../chat/shared/asking.ts";
import type { News } from "./state.ts";

/** One who waits for an answer until a moment of this device's clock, ms. */
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
