/** The chat's notes, which flashes.tsx shows: each sentence of the specification's section 8 with its tone and its seconds. */
import type { ChatState, Note } from "./types.ts";

type Draft = Omit<Note, "id">;

const mostAtOnce = 4;

/** Shows a note; the same one again replaces the older, and the oldest of too many goes. */
export function withNote(state: ChatState, draft: Draft): ChatState {
  const note = { ...draft, id: state.lastNoteId + 1 };
  const same = (other: Note) =>
    other.key === note.key && other.text === note.text && JSON.stringify(other.values) === JSON.stringify(note.values);
  const notes = [...state.notes.filter((other) => !same(other)), note].slice(-mostAtOnce);
  return { ...state, notes, lastNoteId: note.id };
}

const note = (
  tone: Note["tone"],
  seconds: number,
  key: string,
  values?: Record<string, string>,
  action?: Note["action"],
): Draft => ({ tone, seconds, key, values, action });

export const notes = {
  switched: (kind: "text" | "video", isOn: boolean) => note("info", 3, `switched.${kind}.${isOn ? "on" : "off"}`),
  declinedVideo: (name: string) => note("info", 8, "declinedVideo", { name }),
  backToText: (name: string) => note("info", 8, "backToText", { name }),
  noPartner: () => note("info", 3, "noPartner"),
  lowCredits: () => note("bad", 7, "lowCredits", undefined, { kind: "top_up" }),
  alreadySent: () => note("info", 10, "alreadySent"),
  noAnswer: () => note("info", 10, "noAnswer"),
  // "Your request" of an invitation here, and "your invitation" of a request below, are the specification's words.
  declined: (name: string) => note("info", 8, name === "" ? "declinedByUser" : "declined", { name }),
  busy: (name: string) => note("info", 8, "busy", { name }),
  accepted: () => note("good", 5, "accepted"),
  left: (name: string) => note("info", 8, "left", { name }),
  endedAway: () => note("info", 10, "endedAway"),
  newMessage: (name: string, userId: number) => note("info", 10, "newMessage", { name }, { kind: "open", userId }),
  requestSent: (name: string) => note("good", 5, "requestSent", { name }),
  requestExists: () => note("info", 8, "requestExists"),
  requestWaits: () => note("info", 8, "requestWaits", undefined, { kind: "requests" }),
  requestFrom: (name: string) => note("info", 8, "requestFrom", { name }, { kind: "requests" }),
  requestAccepted: (name: string, userId: number) =>
    note("good", 8, "requestAccepted", { name }, { kind: "open", userId }),
  requestDeclined: (name: string) => note("info", 8, "requestDeclined", { name }),
  nameWaits: () => note("info", 8, "nameWaits"),
  sessionFailed: (error: string) => note("bad", 7, "sessionFailed", { error }),
  unknown: () => note("bad", 8, "unknown"),
  /** A sentence that the server sent, as it is. */
  ofServer: (text: string, seconds: number, tone: Note["tone"] = "info"): Draft => ({ tone, seconds, text }),
};
