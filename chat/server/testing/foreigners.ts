/** For tests of translations: two people who share no language. */
import type { User } from "../../../kv/accounts/users.ts";
import { changeOwn } from "../../../kv/ladies/profiles.ts";
import type { Store } from "../../../kv/open.ts";
import { talk } from "./server.ts";
import { world } from "./world.ts";

/** Sets which languages somebody reads, and into which one all others are translated. */
export const reads = (
  store: Store,
  { id }: User,
  languages: ("en" | "uk" | "zh")[],
  into: "en" | "uk" | "zh-Hans",
) => changeOwn(store, id, { account: { readsLanguages: languages, readingLanguage: into } });

/** James reads English, Olena Ukrainian; they are in a chat. */
export async function foreigners(options: Parameters<typeof world>[0]) {
  const w = await world(options);
  await reads(w.store, w.james, ["en"], "en");
  await reads(w.store, w.olena, ["uk"], "uk");
  const [james, olena] = [await w.join(w.james), await w.join(w.olena)];
  const chatId = await talk(james, w.james.id, olena, w.olena.id);
  return { w, james, olena, chatId, [Symbol.asyncDispose]: () => w[Symbol.asyncDispose]() };
}
