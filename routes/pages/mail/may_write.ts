/** Whether the reader of this mailbox may write: a lady only while her profile is shown. */
import { lady } from "../../../kv/accounts/users.ts";
import { publishedLadyById } from "../../../kv/ladies/ladies.ts";
import type { MemberContext } from "../../http/env.ts";

export async function mayWrite(c: MemberContext): Promise<boolean> {
  const { user } = c.var.signedIn;
  return user.groupId !== lady || await publishedLadyById(c.var.deps.store, user.id) !== null;
}
