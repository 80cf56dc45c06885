/** For tests: an agency and the lady whom it looks after. */
import { agency, type User } from "../accounts/users.ts";
import type { Store } from "../open.ts";
import { keys } from "../store/keys.ts";
import { createLady, createUser } from "./store.ts";

/** Olena, whom Agata's agency looks after. */
export async function createKeptOlena(store: Store): Promise<{ agencyId: number; olena: User }> {
  const { id: agencyId } = await createUser(store, { email: "agata@agencies.test", groupId: agency });
  const olena = await createLady(store);
  await store.kv.set(keys.user(olena.id), { ...olena, agencyId });
  await store.kv.set(keys.ladyOfAgency(agencyId, olena.id), null);
  return { agencyId, olena };
}
