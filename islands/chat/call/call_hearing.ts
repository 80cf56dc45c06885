/** What the server says of calls, and what it means for the one that is, or is not, under way here. */
import { notes } from "../notes.ts";
import { nameOf } from "../people/people_state.ts";
import type { Heard } from "../state.ts";
import type { ChatState } from "../types.ts";
import type { CallDesk } from "./call_desk.ts";
import { isInCall } from "./call_state.ts";
import type { Signal } from "./signals.ts";

export interface Hearer {
  state: ChatState;
  note: (note: ReturnType<typeof notes.noAnswer>) => void;
}

export function hearOfCall(desk: CallDesk, { event, data }: Heard, { state, note }: Hearer): void {
  const { now } = state.call;
  const isCalling = isInCall(state.call);
  const myId = state.me.id;
  const isWith = (userId: number | undefined) => now !== null && (userId === undefined || userId === now.partnerId);
  switch (event) {
    case "conn-good":
      return desk.means.lineIsBack();
    case "video-request":
      return void desk.invited(data.from.userId, data.offer as unknown as Signal);
    case "video-request-accept":
      if (data.answer && isWith(data.from)) return desk.answered(data.answer as unknown as Signal);
      // Another tab of one's own was quicker.
      if (!data.answer && now?.phase === "invited" && isWith(data.to)) desk.over();
      return;
    case "video-request-decline":
      if (now?.phase === "invited" && isWith(data.to)) desk.over();
      return;
    case "your-video-request-decline":
      if (!now?.isAsker || isCalling || !isWith(data.userId)) return;
      desk.over();
      return note(data.ev === "busy" ? notes.busy(data.name) : notes.declinedVideo(data.name));
    case "request-timeout":
      if (now?.phase === "invited" && data.senderId === now.partnerId) return desk.over();
      if (now?.phase !== "waiting" || data.senderId !== myId) return;
      desk.over();
      return note(notes.noAnswer());
    case "reserve-time-error":
      // The first minute could not be paid. A later one only ends the call when the paid time is over.
      if (now && now.phase !== "running" && now.phase !== "lost") desk.over();
      return;
    case "video-signal":
      if (isWith(data.from)) void desk.means.signalCame(data.signal as unknown as Signal);
      return;
    case "video-connected":
      if (data.bothConnected) desk.means.runs();
      return;
    case "video-lost":
      if (data.from !== myId) desk.means.lostThere();
      return;
    case "video-end":
      if (data.reason === "not_connected") return desk.over("no_path");
      desk.over();
      if (data.by !== undefined && data.by !== myId) note(notes.backToText(nameOf(state, data.by)));
      return;
    case "chat-open":
      if (!isCalling) return;
      if (!data.video) return desk.over();
      if (data.running) desk.means.runs();
      return;
    case "chat-session-end":
      if (data.error?.code === "video_not_connected") return desk.over("no_path");
      if (data.error?.code === "video_lost") return desk.over("lost");
      if (isCalling) desk.over();
  }
}
