/** What one changes of oneself: which invitations one takes, and one's name. */
import type { Control } from "../control.ts";
import { notes } from "../notes.ts";
import type { OwnSwitch } from "../types.ts";

const changes = {
  allowChat: "change-allow-chat",
  allowVideoChat: "change-allow-video-chat",
  relayOnly: "change-relay-only",
} as const;

/** Puts a switch where it was wished; it stays there until the server answers, whatever else comes meanwhile. */
export async function put(control: Control, of: OwnSwitch, flag: boolean): Promise<void> {
  control.do({ type: "wished", of, flag });
  const answer = await control.ask(changes[of], { flag });
  control.do({ type: "wished", of, flag: null });
  if (!answer || answer.event === "error-event") control.refused(answer);
}

/** True where the name was taken as it is or is looked at first; false where it was not. */
export async function rename(control: Control, name: string): Promise<boolean> {
  const answer = await control.ask("setUserName", { name });
  if (answer?.event !== "fetchUserData") {
    control.refused(answer);
    return false;
  }
  if (answer.data.user?.userName !== name) control.do({ type: "note", note: notes.nameWaits() });
  return true;
}
