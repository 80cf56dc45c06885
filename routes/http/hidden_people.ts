/** Who is hidden from whom, on pages, in calls and as files. */
import { admin, isSuspended, type User } from "../../kv/accounts/users.ts";
import type { AppContext } from "./env.ts";

/** Two people whom a block separates do not see each other, and nobody but admins sees somebody who is kept out. */
export function isHiddenFrom(c: AppContext, owner: Pick<User, "id" | "suspension">): boolean {
  const reader = c.var.signedIn;
  if (reader?.user.id === owner.id || reader?.user.groupId === admin) return false;
  return isSuspended(owner) || (reader?.blockedIds.has(owner.id) ?? false);
}
