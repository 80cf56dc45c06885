/** In which currency a man wishes to see prices and pay: kept in his account. */
import type { User } from "../../accounts/users.ts";
import type { Store } from "../../open.ts";
import { changeRecord } from "../../store/commit.ts";
import { keys } from "../../store/keys.ts";
import type { Result } from "../../store/refusals.ts";
import type { Currency } from "./currencies.ts";

/** Notes the wish. Refuses `not_found` where there is nobody of that id. */
export const chooseCurrency = (store: Store, manId: number, currency: Currency): Promise<Result<object>> =>
  changeRecord<User>(store, keys.user(manId), (user) => user.currency === currency ? user : { ...user, currency });
