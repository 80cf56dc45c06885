/** How somebody might try to write as somebody else: every name by which a writer is called anywhere, and likely ones. */

/** Fields of calls, forms and events of this site, of its specification, and of others of its kind. */
export const writerNames = [
  "uid",
  "userId",
  "from",
  "fromId",
  "sender",
  "senderId",
  "author",
  "authorId",
  "writerId",
  "ladyId",
  "girlId",
  "girl",
  "myId",
  "profileId",
  "actorId",
  "by",
  "as",
  "onBehalfOf",
  "impersonate",
] as const;

/** What forms of this site are told to do; each form knows some of them. */
export const actions = [
  "send",
  "open",
  "delete",
  "restore",
  "claim",
  "save",
  "finish",
  "return",
  "release",
  "approve",
  "refuse",
  "publish",
  "dismiss",
  "warn",
  "begin",
  "confirm",
] as const;

/** Words that the site would take for a letter, a message or whatever else it asks for. */
export function plausible(to: number, subject: { email: string; firstname: string }, fresh: string) {
  return {
    recipientId: to,
    to,
    targetID: to,
    id: to,
    body: `Words in somebody's name ${fresh}`,
    message: `Words in somebody's name ${fresh}`,
    text: `Words in somebody's name ${fresh}`,
    segment: `Words in somebody's name ${fresh}`,
    reason: `A reason that is long enough ${fresh}`,
    sendKey: `send-key-${fresh}`,
    clientId: `client-${fresh}`,
    email: subject.email,
    firstname: subject.firstname,
    name: subject.firstname,
    password: "Nobody-2026!",
    currentPassword: "Nobody-2026!",
    isRead: true,
    isPaid: true,
    category: "other",
    kind: "conduct",
  };
}
