/** The languages that a translator works in. Refuses `wrong_role` for anybody else. */
import type { Store } from "../open.ts";
import { changeRecord } from "../store/commit.ts";
import { keys } from "../store/keys.ts";
import { refuse, type Result } from "../store/refusals.ts";
import { type ReadableLanguage, readableLanguages } from "./languages.ts";
import { translator, type User } from "./users.ts";

/** Sets which languages a translator translates from and into; none means all. Refuses `not_found` and `wrong_role`. */
export const setWorkLanguages = (
  store: Store,
  translatorId: number,
  languages: readonly ReadableLanguage[],
): Promise<Result<object>> =>
  changeRecord<User>(store, keys.user(translatorId), (user) => {
    if (user.groupId !== translator) return refuse("wrong_role");
    return { ...user, worksIn: readableLanguages.filter((each) => languages.includes(each)) };
  });
