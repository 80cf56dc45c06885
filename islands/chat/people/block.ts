/** Blocks and unblocks a person by a call of the site's API; the socket tells what follows from it. */
import type { Control } from "../control.ts";
import { flashes } from "../flash_state.ts";

/** A refusal is said in the site's own words, which are in the language of the account. */
export async function block(control: Control, userId: number, isBlocked: boolean, call = fetch): Promise<void> {
  const method = isBlocked ? "POST" : "DELETE";
  const answer = await call(`/api/users/${userId}/block`, { method }).catch(() => null);
  if (answer?.ok) return control.do({ type: "blocked", userId, isBlocked });
  // What stands before the site may answer in its place, and not in JSON.
  const { message }: { message?: string } = await answer?.json().catch(() => null) ?? {};
  control.do({ type: "flash", flash: message ? flashes.ofServer(message, 8, "bad") : flashes.unknown() });
}
