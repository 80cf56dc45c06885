/** Changing one's own first name: a man's holds at once, a lady's waits for approval (design, section 4). */
import { transact } from "./commit.ts";
import { keys } from "./keys.ts";
import type { Store } from "./open.ts";
import { refuse, type Result } from "./refusals.ts";
import { man, type User } from "./users.ts";

export interface PendingName {
  firstname: string;
  at: number;
}

export const firstNameLengthMax = 40;

/** Refuses `invalid` for anything but 1 to 40 units in one line, and `not_found`. */
export function changeFirstName(
  store: Store,
  userId: number,
  wanted: string,
): Promise<Result<{ user: User; isPending: boolean }>> {
  const firstname = wanted.trim();
  return transact<Result<{ user: User; isPending: boolean }>>(async () => {
    if (
      firstname === "" || firstname.length > firstNameLengthMax || /[\p{Cc}\u2028\u2029]/u.test(firstname)
    ) {
      return { done: refuse("invalid", { fields: { firstname: "wrong_value" } }) };
    }
    const entry = await store.kv.get<User>(keys.user(userId));
    if (!entry.value) return { done: refuse("not_found") };
    if (entry.value.groupId !== man) {
      const pending: PendingName = { firstname, at: store.now() };
      const op = store.kv.atomic().check(entry).set(keys.pendingName(userId), pending);
      return { commit: op, result: { ok: true, user: entry.value, isPending: true } };
    }
    const user = { ...entry.value, firstname };
    return {
      commit: store.kv.atomic().check(entry).set(entry.key, user),
      result: { ok: true, user, isPending: false },
    };
  });
}
