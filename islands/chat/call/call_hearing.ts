/** What the server's events mean for the call on this page, and for calls that others ask for. */
import { flashes } from "../flash_state.ts";
import { nameOf } from "../people/people_state.ts";
import type { Heard } from "../state.ts";
import type { ChatState, NewFlash } from "../types.ts";
import type { CallController } from "./call_controller.ts";
import { isInCall } from "./call_state.ts";
import type { Signal } from "./signals.ts";

export interface Hearer {
  state: ChatState;
  /** The state before the event. */
  before: ChatState;
  flash: (flash: NewFlash) => void;
}

export function hearOfCall(controller: CallController, { event, data }: Heard, { state, before, flash }: Hearer): void {
  const { now } = state.call;
  const isCalling = isInCall(state.call);
  const myId = state.me.id;
  const isAsked = now?.phase === "invited" || now?.phase === "answering";
  // This page's acceptance is on its way: its answer will say what came of it.
  const isAccepting = now?.phase === "answering" && controller.session.link !== null;
  const isWith = (userId: number | undefined) => now !== null && (userId === undefined || userId === now.partnerId);
  // A call from somebody else may ring while the last chat ends.
  const isOfChat = isCalling || (now !== null && now.partnerId === before.chat?.partnerId);
  switch (event) {
    case "conn-good":
      controller.asksNoMore();
      return controller.session.connectionIsBack();
    case "video-request":
      // A person who is asked is in no call: the greeting would have told of one before this. And an invitation that is
      // told again, after the connection was lost, may be for a new call.
      void controller.invited(data);
      if (isCalling ? !state.chat?.isConfirmed : now?.phase === "invited" && isWith(data.from.userId)) {
        controller.over();
      }
      return;
    case "video-request-accept":
      if (data.answer && isWith(data.from)) return controller.answered(data.answer as unknown as Signal);
      if (data.answer) return controller.session.leaving.answered(data);
      // Another page of this person, here or on another device, has the call.
      controller.asksNoMore(data.to);
      if (!isAccepting && isWith(data.to)) controller.over();
      return;
    case "video-request-decline":
      controller.asksNoMore(data.to);
      if (!isAccepting && isWith(data.to)) controller.over();
      return;
    case "your-video-request-decline":
      if (!now?.isAsker || isCalling || !isWith(data.userId)) return;
      controller.over();
      return flash(flashes[data.ev === "busy" ? "busy" : "declinedVideo"](nameOf(state, now.partnerId, data.name)));
    case "request-timeout":
      controller.asksNoMore(data.senderId);
      if (isAsked && data.senderId === now.partnerId) return controller.over();
      if (now?.phase !== "waiting" || data.senderId !== myId) return;
      controller.over();
      // It may be over because a chat with somebody else has begun; then there is nothing to say.
      return isWith(state.chat?.partnerId ?? undefined) ? flash(flashes.noAnswer()) : undefined;
    case "reserve-time-error":
      // The first minute could not be paid. A later one only ends the call when the paid time is over.
      if (data.partnerId !== undefined) controller.asksNoMore(data.partnerId);
      if (isWith(data.partnerId) && now?.phase !== "running" && now?.phase !== "lost") controller.over();
      return;
    case "video-signal":
      if (isWith(data.from)) void controller.session.signalCame(data.signal as unknown as Signal);
      return;
    case "video-connected":
      if (data.bothConnected) controller.session.path.runs();
      return;
    case "video-lost":
      return data.from === myId ? controller.session.path.saidLostHere() : controller.session.path.lostThere();
    case "video-end":
      if (isOfChat) controller.over(data.reason === "not_connected" ? "no_path" : undefined);
      if (data.reason !== "not_connected" && data.by !== undefined && data.by !== myId) {
        flash(flashes.backToText(nameOf(state, data.by)));
      }
      return;
    case "chat-open":
      if (!data.video && (isCalling || now?.backTo === data.id)) return controller.over();
      if (isCalling && data.running) return controller.session.path.runs();
      // The loss was told at once, and a `chat-open` of before it may have come later.
      if (now?.phase === "running") controller.session.path.lostThere();
      return;
    case "chat-session-end":
      // An empty id means that an invitation was taken back, perhaps on another page.
      if (!isOfChat || data.id !== before.chat?.id) return;
      if (data.error?.code === "video_not_connected") return controller.over("no_path");
      if (data.error?.code === "video_lost") return controller.over("lost");
      // If the path is lost here, that is the reason shown, even if the server ends the chat because the other is gone.
      if (isCalling) controller.over(now?.phase === "lost" ? "lost" : undefined);
  }
}
