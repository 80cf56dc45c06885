/** The newest accounts of all groups, remembered until any account is written. */
import type { Memory } from "../store/memory.ts";
import type { BareStore } from "../store/open.ts";
import { prefixes } from "../store/prefixes.ts";
import type { User } from "./users.ts";

/** Enough to find some men among them. On a shared store, each view reads this many. */
const accountsAtMost = 40;

const subject = ["newest_accounts", "all"] as const;

export type NewAccount = Pick<User, "id" | "groupId" | "confirmedAt">;

/** The newest accounts first; read an account's record for its present state. */
export const newestAccounts = (store: BareStore): Promise<readonly NewAccount[]> =>
  store.memory.recall(subject, () =>
    Array.fromAsync(
      store.kv.list<User>({ prefix: prefixes.users() }, { reverse: true, limit: accountsAtMost }),
      ({ value: { id, groupId, confirmedAt } }) => ({ id, groupId, confirmedAt }),
    ));

/** Forgets the newest accounts at each write to any account. To be called once per store. */
export function followNewestAccounts(memory: Memory): void {
  memory.hear("user", () => memory.forget(subject));
}
