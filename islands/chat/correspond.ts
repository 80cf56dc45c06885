/** Conversation requests: sends, accepts and declines them. */
import { acceptanceSeconds } from "../../chat/shared/limits.ts";
import type { Control } from "./control.ts";

/** Sends a conversation request, unless the person accepted one within the last minute. */
export async function requestConversation(control: Control, userId: number): Promise<void> {
  if (!control.asking.mayClick()) return;
  const { acceptedAtMs, tab } = control.state;
  if (control.now - (acceptedAtMs.get(userId) ?? -Infinity) < acceptanceSeconds * 1000) return;
  const answer = await control.ask("conversation-request", { to: userId, section: tab });
  if (!answer || answer.event === "error-event") return control.refused(answer);
  if (answer.event === "conversation-need-accept") control.do({ type: "tab", tab: "requests" });
}

export async function answerRequest(control: Control, userId: number, isAccepted: boolean): Promise<void> {
  const answer = await control.ask(isAccepted ? "accept-request" : "decline-request", { to: userId });
  if (answer?.event === "request-accept-answer") return;
  control.refused(answer);
  control.tell("getAllRequests", {});
}
