/** Blocks the other and takes that back, by the site's own call; what follows from it the socket says. */
import type { Control } from "../control.ts";
import { flashes } from "../flash_state.ts";

/** What is wrong is said in `locale`, the language of the page. */
export async function block(control: Control, userId: number, isBlocked: boolean, locale: string): Promise<void> {
  const url = `/api/users/${userId}/block`;
  const headers = { "accept-language": locale };
  const answer = await fetch(url, { method: isBlocked ? "POST" : "DELETE", headers }).catch(() => null);
  if (!answer?.ok) return control.do({ type: "flash", flash: flashes.unknown() });
  control.do({ type: "blocked", userId, isBlocked });
}
