/** Blocks and unblocks a person by a call of the site's API; the socket tells what follows from it. */
import type { Control } from "../control.ts";
import { flashes } from "../flash_state.ts";

/** `locale` is the language in which the server answers, that of the page. */
export async function block(control: Control, userId: number, isBlocked: boolean, locale: string): Promise<void> {
  const url = `/api/users/${userId}/block`;
  const headers = { "accept-language": locale };
  const answer = await fetch(url, { method: isBlocked ? "POST" : "DELETE", headers }).catch(() => null);
  if (!answer?.ok) return control.do({ type: "flash", flash: flashes.unknown() });
  control.do({ type: "blocked", userId, isBlocked });
}
