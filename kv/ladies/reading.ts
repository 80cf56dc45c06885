/** How a lady reads: which languages as they are, and whether the others are put into Russian for her first. */
import type { Store } from "../open.ts";
import { transact } from "../store/commit.ts";
import { keys } from "../store/keys.ts";
import { refuse, type Result } from "../store/refusals.ts";
import { reindex } from "./ladies.ts";
import type { LadyRecord } from "./record.ts";

/** Those that letters here are written in. */
export const readableLanguages = ["ru", "uk", "be", "ro", "en", "zh"] as const;

export interface Reading {
  wantsTranslation: boolean;
  readsLanguages: string[];
}

/** Keeps what is said of her reading; what is left out stays. Refuses `not_found`, `invalid` for other languages. */
export async function setReading(
  store: Store,
  ladyId: number,
  { wantsTranslation, readsLanguages }: Partial<Reading>,
): Promise<Result<{ reading: Reading }>> {
  const known: readonly string[] = readableLanguages;
  if (readsLanguages?.some((each) => !known.includes(each))) {
    return refuse("invalid", { fields: { readsLanguages: "wrong_value" } });
  }
  return await store.mutexes.run(`lady:${ladyId}`, async () => {
    const changed = await transact<Result<{ record: LadyRecord }>>(async () => {
      const entry = await store.kv.get<LadyRecord>(keys.lady(ladyId));
      if (!entry.value) return { done: refuse("not_found") };
      const { value } = entry;
      const others = value.readsLanguages.filter((each) => !known.includes(each));
      const record: LadyRecord = {
        ...value,
        wantsTranslation: wantsTranslation ?? value.wantsTranslation,
        readsLanguages: readsLanguages
          ? [...known.filter((each) => readsLanguages.includes(each)), ...others]
          : value.readsLanguages,
      };
      return { commit: store.kv.atomic().check(entry).set(entry.key, record), result: { ok: true, record } };
    });
    if (!changed.ok) return changed;
    const { record } = changed;
    // Her profile names her languages: kept pages of it are old now.
    reindex(store, record);
    return {
      ok: true,
      reading: { wantsTranslation: record.wantsTranslation, readsLanguages: record.readsLanguages },
    };
  });
}
