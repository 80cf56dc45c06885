/**
 * The chat's flashes: each sentence of the specification's section 8 with its tone and its seconds. Its words stand in the
 * catalogues ("chat:flash"), and flashes.tsx shows it.
 */
import type { ChatFlash, ChatState, Me, NewFlash } from "./types.ts";

const mostAtOnce = 4;

/** Shows a flash; the same one again replaces the older, and the oldest of too many goes. */
export function withFlash(state: ChatState, added: NewFlash): ChatState {
  const flash = { ...added, id: state.lastFlashId + 1 };
  const same = (other: ChatFlash) =>
    other.key === flash.key && other.text === flash.text &&
    JSON.stringify(other.values) === JSON.stringify(flash.values);
  const flashes = [...state.flashes.filter((other) => !same(other)), flash].slice(-mostAtOnce);
  return { ...state, flashes, lastFlashId: flash.id };
}

const flash = (
  tone: ChatFlash["tone"],
  seconds: number,
  key: string,
  values?: Record<string, string>,
  action?: ChatFlash["action"],
): NewFlash => ({ tone, seconds, key, values, action });

export const flashes = {
  switched: (kind: "text" | "video", isOn: boolean) => flash("info", 3, `switched.${kind}.${isOn ? "on" : "off"}`),
  declinedVideo: (name: string) => flash("info", 8, "declinedVideo", { name }),
  backToText: (name: string) => flash("info", 8, "backToText", { name }),
  noPartner: () => flash("info", 3, "noPartner"),
  lowCredits: () => flash("bad", 7, "lowCredits", undefined, { kind: "buy" }),
  alreadySent: () => flash("info", 10, "alreadySent"),
  noAnswer: () => flash("info", 10, "noAnswer"),
  // The specification itself says "your request" of an invitation, here, and "your invitation" of a request, below.
  declined: (name: string) => flash("info", 8, name === "" ? "declinedByUser" : "declined", { name }),
  busy: (name: string) => flash("info", 8, "busy", { name }),
  accepted: () => flash("good", 5, "accepted"),
  left: (name: string) => flash("info", 8, "left", { name }),
  /** She pays nothing, and has no history of what a chat cost. */
  endedAway: ({ gender }: Me) => flash("info", 10, `endedAway.${gender}`),
  newMessage: (name: string, userId: number) => flash("info", 10, "newMessage", { name }, { kind: "open", userId }),
  requestSent: (name: string) => flash("good", 5, "requestSent", { name }),
  requestExists: () => flash("info", 8, "requestExists"),
  requestWaits: () => flash("info", 8, "requestWaits", undefined, { kind: "requests" }),
  requestFrom: (name: string) => flash("info", 8, "requestFrom", { name }, { kind: "requests" }),
  requestAccepted: (name: string, userId: number) =>
    flash("good", 8, "requestAccepted", { name }, { kind: "open", userId }),
  requestDeclined: (name: string) => flash("info", 8, "requestDeclined", { name }),
  unblocked: (name: string) => flash("info", 5, "unblocked", { name }),
  nameWaits: () => flash("info", 8, "nameWaits"),
  sessionFailed: (error: string) => flash("bad", 7, "sessionFailed", { error }),
  unknown: () => flash("bad", 8, "unknown"),
  /** A sentence that the server sent, as it is. */
  ofServer: (text: string, seconds: number, tone: ChatFlash["tone"] = "info"): NewFlash => ({ tone, seconds, text }),
};
