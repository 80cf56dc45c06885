/** What is erased and what stays when an account ends, as keys of words: for the page that asks and the farewell mail. */
import { type GroupId, man } from "../../kv/accounts/users.ts";

export const goesOf = (groupId: GroupId): string[] =>
  ["account", "letters", "chats", ...groupId === man ? ["bonds"] : ["herBonds", "video", "opened"]].map((name) =>
    `goes.${name}`
  );

/** What stays besides the account's id. */
export const staysOf = (groupId: GroupId, isSuspended: boolean): string[] =>
  ["theirs", ...groupId === man ? ["books", "bonus"] : [], "log", ...isSuspended ? ["suspension"] : [], "backups"].map((
    name,
  ) => `stays.${name}`);
