/** What goes and what stays with the end of an account: keys of words, for the page that asks and the mail that says it was done. */
import { type GroupId, man } from "../../kv/accounts/users.ts";

export const goesOf = (groupId: GroupId): string[] =>
  ["account", "letters", "chats", "bonds", ...groupId === man ? [] : ["video"]].map((name) => `goes.${name}`);

/** Beside the account's number. */
export const staysOf = (groupId: GroupId): string[] =>
  ["theirs", groupId === man ? "books" : "opened", "backups"].map((name) => `stays.${name}`);
