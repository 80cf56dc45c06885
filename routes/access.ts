/** Who may come in where: the one table that guards pages, calls and the chat's socket. What is not in it is closed. */
import { admin, agency, type GroupId, lady, man, translator } from "../kv/users.ts";

export type Visitor = GroupId | "guest";

/**
 * By the names that pages and calls give for themselves (specification, section 2; design, section 4). `no_ladies`:
 * pages about ladies, from which a lady is led to her inbox.
 */
export const admitted = {
  everyone: ["guest", man, lady, admin, agency, translator],
  guests: ["guest"],
  members: [man, lady, admin, agency, translator],
  men: [man],
  ladies: [lady],
  correspondents: [man, lady],
  no_ladies: ["guest", man, admin, agency, translator],
  staff: [admin, agency, translator],
  admins: [admin],
  agencies: [agency],
  translators: [translator],
} as const satisfies Record<string, readonly Visitor[]>;

export type Access = keyof typeof admitted;

export const isAdmitted = (access: Access, visitor: Visitor): boolean =>
  (admitted[access] as readonly Visitor[]).includes(visitor);
