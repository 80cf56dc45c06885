/** For tests: an agency and the lady whom it looks after. */
import { agency, type User } from "../accounts/users.ts";
import type { Store } from "../open.ts";
import { keys } from "../store/keys.ts";
import { createLady, createUser } from "./store.ts";

/** Agata's agency, which looks after this lady; answers its id. */
export async function createAgencyOf(store: Store, ladyId: number): Promise<number> {
  const { id: agencyId } = await createUser(store, { email: "agata@agencies.test", groupId: agency });
  const lady = await store.kv.get<User>(keys.user(ladyId));
  await store.kv.set(lady.key, { ...lady.value!, agencyId });
  await store.kv.set(keys.ladyOfAgency(agencyId, ladyId), null);
  return agencyId;
}

/** Olena, whom Agata's agency looks after. */
export async function createKeptOlena(store: Store): Promise<{ agencyId: number; olena: User }> {
  const olena = await createLady(store);
  return { agencyId: await createAgencyOf(store, olena.id), olena };
}
