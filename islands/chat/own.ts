/** What one changes of oneself: which invitations one takes, and one's name. */
import type { Control } from "./control.ts";
import { notes } from "./notes.ts";

export async function allow(control: Control, kind: "text" | "video", flag: boolean): Promise<void> {
  const answer = await control.ask(kind === "text" ? "change-allow-chat" : "change-allow-video-chat", { flag });
  if (!answer || answer.event === "error-event") control.refused(answer);
}

/** Whether one's own calls go through a relay or not at all. */
export async function relayOnly(control: Control, flag: boolean): Promise<void> {
  const answer = await control.ask("change-relay-only", { flag });
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
