/** A machine's translation of a man's own words in one of his statements; it is only shown beside these words. */
import type { Store } from "../../open.ts";
import { commitNow } from "../../store/commit.ts";
import { keys } from "../../store/keys.ts";
import type { ToldQuestion } from "./statement.ts";

export interface TranslatedWords {
  texts: Partial<Record<ToldQuestion, string>>;
  /** The machine. */
  by: string;
  /** Ms since the epoch. */
  at: number;
}

export const translatedWords = async (
  store: Store,
  { manId, number }: { manId: number; number: number },
  locale: string,
): Promise<TranslatedWords | null> =>
  (await store.kv.get<TranslatedWords>(keys.backgroundWords(manId, number, locale))).value;

/** Keeps a translation; if two ask for one at once, the later one stays. */
export async function keepTranslatedWords(
  store: Store,
  { manId, number }: { manId: number; number: number },
  locale: string,
  { texts, by }: Pick<TranslatedWords, "texts" | "by">,
): Promise<void> {
  const words = { texts, by, at: store.now() } satisfies TranslatedWords;
  await commitNow(store.kv.atomic().set(keys.backgroundWords(manId, number, locale), words));
}
