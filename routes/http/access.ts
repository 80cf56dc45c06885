/**
 * Who may come in where: the one table that guards pages, calls and the chat's socket, and says what becomes of whoever
 * may not. What is not in it is closed. What depends on the thing that is asked for (whose letter, whose photo) is not
 * here but with the thing.
 */
import { admin, agency, type GroupId, lady, man, translator } from "../../kv/accounts/users.ts";

export type Visitor = GroupId | "guest";

/**
 * By the names that pages and calls give for themselves (specification, section 2; design, section 4).
 * `no_ladies`: pages about ladies, from which a lady is led to her inbox. `mens_lists`: what men alone have on such pages.
 */
export const admitted = {
  everyone: ["guest", man, lady, admin, agency, translator],
  guests: ["guest"],
  members: [man, lady, admin, agency, translator],
  men: [man],
  ladies: [lady],
  correspondents: [man, lady],
  no_ladies: ["guest", man, admin, agency, translator],
  mens_lists: [man],
  staff: [admin, agency, translator],
  admins: [admin],
  agencies: [agency],
  translators: [translator],
} as const satisfies Record<string, readonly Visitor[]>;

export type Access = keyof typeof admitted;

/** Whoever comes in by these is signed in. */
export type MembersAccess = {
  [Name in Access]: "guest" extends (typeof admitted)[Name][number] ? never : Name;
}[Access];

export const isAdmitted = (access: Access, visitor: Visitor): boolean =>
  (admitted[access] as readonly Visitor[]).includes(visitor);

/** What becomes of a visitor: in; asked to sign in; led to the first page, or to one's inbox; refused. */
export type Verdict = "in" | "sign_in" | "home" | "inbox" | "wrong_role";

export function verdictOf(access: Access, visitor: Visitor): Verdict {
  if (isAdmitted(access, visitor)) return "in";
  if (visitor === "guest") return "sign_in";
  if (access === "guests") return "home";
  const isAboutLadies = access === "no_ladies" || access === "mens_lists";
  return isAboutLadies && visitor === lady ? "inbox" : "wrong_role";
}

/** Who may look at what somebody shows of herself or himself; everybody may look at the own. */
const lookersAt: Partial<Record<GroupId, readonly Visitor[]>> = {
  [lady]: admitted.no_ladies,
  [man]: [lady, admin],
};

/** Whether somebody may look at another person's profile, photos and videos, as far as these are shown at all. */
export const mayLookAt = (visitor: Visitor, owner: GroupId): boolean => lookersAt[owner]?.includes(visitor) ?? false;

/** Who may connect to the chat. Which of its events men alone may say: `onlyMenMay` of chat/shared/client_events.ts. */
export const chatAccess: Access = "correspondents";
