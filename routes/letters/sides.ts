/** The two mailboxes, a man's and a lady's: their boxes and the addresses of each. */
import { lady, man } from "../../kv/accounts/users.ts";
import type { MembersAccess } from "../http/access.ts";

export type MailBox = "inbox" | "introduction" | "outbox" | "deleted";

export interface MailSide {
  groupId: typeof man | typeof lady;
  access: MembersAccess;
  /** The beginning of every path of this mailbox. */
  base: "/man/mail" | "/lady/mail";
  boxes: readonly MailBox[];
  /** The boxes that have a tab, in order; the others have a quieter link. */
  tabs: readonly MailBox[];
}

export const manSide: MailSide = {
  groupId: man,
  access: "men",
  base: "/man/mail",
  boxes: ["introduction", "inbox", "outbox", "deleted"],
  tabs: ["introduction", "inbox", "outbox", "deleted"],
};
export const ladySide: MailSide = {
  groupId: lady,
  access: "ladies",
  base: "/lady/mail",
  boxes: ["inbox", "outbox", "deleted"],
  tabs: ["inbox", "outbox"],
};

export const boxPath = (side: MailSide, box: MailBox): string => `${side.base}/${box}`;

export const settingsPath = (side: MailSide): string => `${side.base}/settings`;

/** The element that holds a letter in its thread. */
export const letterAnchor = (letterId: number): string => `letter-${letterId}`;

export const conversationPath = (side: MailSide, box: MailBox, partnerId: number, letterId: number): string =>
  `${boxPath(side, box)}/conversation/${partnerId}/${letterId}`;

/** The conversation, scrolled to the letter. */
export const letterPath = (side: MailSide, box: MailBox, partnerId: number, letterId: number): string =>
  `${conversationPath(side, box, partnerId, letterId)}#${letterAnchor(letterId)}`;

export const newConversationPath = (side: MailSide, partnerId: number): string =>
  `${side.base}/new-conversation/${partnerId}`;

/** The page on which the two agree on a time to talk; `talkFilePath` is the calendar file of an agreed one. */
export const talkPath = (side: MailSide, partnerId: number): string => `${side.base}/talk/${partnerId}`;
export const talkFilePath = (side: MailSide, partnerId: number): string => `${talkPath(side, partnerId)}/talk.ics`;
