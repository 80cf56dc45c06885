/**
 * Who may open what: the one table that guards pages, calls and the chat's socket, and says what happens to a visitor
 * who may not. Whatever it does not list is closed. Rules that depend on the requested thing (whose letter, whose photo)
 * are not here but with that thing.
 */
import { admin, agency, type GroupId, lady, man, translator } from "../../kv/accounts/users.ts";

export type Visitor = GroupId | "guest";

/**
 * The visitors that each `access` of a page or call lets in (specification, section 2; design, section 4).
 * `no_ladies`: pages about ladies; a lady is redirected to her inbox. `mens_lists`: what only men have on such pages.
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

/** The names in `Access` that let in only signed-in people. */
export type MembersAccess = {
  [Name in Access]: "guest" extends (typeof admitted)[Name][number] ? never : Name;
}[Access];

export const isAdmitted = (access: Access, visitor: Visitor): boolean =>
  (admitted[access] as readonly Visitor[]).includes(visitor);

/** What happens to a visitor: let in; asked to sign in; redirected to the first page or to her inbox; refused. */
export type Verdict = "in" | "sign_in" | "home" | "inbox" | "wrong_role";

export function verdictOf(access: Access, visitor: Visitor): Verdict {
  if (isAdmitted(access, visitor)) return "in";
  if (visitor === "guest") return "sign_in";
  if (access === "guests") return "home";
  const isAboutLadies = access === "no_ladies" || access === "mens_lists";
  return isAboutLadies && visitor === lady ? "inbox" : "wrong_role";
}

/** Who may look at what a lady or a man shows, by the owner's group; all may look at their own. */
const lookersAt: Partial<Record<GroupId, readonly Visitor[]>> = {
  [lady]: admitted.no_ladies,
  [man]: [lady, admin],
};

/** Whether somebody may look at another person's profile, photos and videos, if these are shown at all. */
export const mayLookAt = (visitor: Visitor, owner: GroupId): boolean => lookersAt[owner]?.includes(visitor) ?? false;

/** Who may connect to the chat. `onlyMenMay` of chat/shared/client_events.ts names the events that only men may send. */
export const chatAccess: Access = "correspondents";
