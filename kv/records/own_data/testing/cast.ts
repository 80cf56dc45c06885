/** The people who live the full lives, the words that are theirs, and where their pictures go. */
import type { User } from "../../../accounts/users.ts";
import type { LadyRecord } from "../../../ladies/record.ts";
import { keys } from "../../../store/keys.ts";
import type { TestStore } from "../../../testing/store.ts";

/** Words that name one of the two, or were written by or about that person. */
export const wordsOf = {
  man: [
    "ambrose.quillfeather@letters.example",
    "ambrose.elsewhere@letters.example",
    "Ambrose",
    "Quillfeather",
    "Port Zephyr",
    "12 Heliotrope Lane",
    "0044-777-123456",
    "the marmalade cat of his aunt",
    "a schooner called Periwinkle",
    "his second letter about tangerines",
    "his letter that waits, of walnuts",
    "he begins of lanterns",
    "he types of umbrellas",
    "he complains of thimbles",
    "he reports of acorns",
    "he adds of beechnuts",
    "he objects with hazelnuts",
    "without signing in he tells of chestnuts",
    "without signing in he adds of hickories",
    "Ambrosius",
    "he reports of medlar jam",
    "she answers him of walnuts",
    "he objects with almonds",
    "she answers him of pecans",
    "without signing in he objects with pistachios",
    "a bank reads of his parasols",
    "a caption with a sundial",
    "https://push.example/ambrose-device",
    "Term-of-Periwinkle",
    "his wish for somebody of Zephyria",
    "a quarrel over gooseberries",
    "a quarrel over medlars",
    "a quarrel over sloes",
  ],
  lady: [
    "yaroslavna.koval@letters.example",
    "Yaroslavna",
    "Kovalenchukova",
    "Kryvyi Riverbend",
    "she keeps bees on the seventh floor",
    "she hopes for somebody with a telescope",
    "her first letter of poppies",
    "her paid letter of cherry stones",
    "her sealed letter of storks",
    "she begins of quinces",
    "she types of samovars",
    "a caption with a lighthouse",
    "Slavka-the-wished",
    "her video is called Meadowsweet",
    "她在七樓養蜂 of beeswax",
    "a begun translation of beeswax",
    "her name among rowan-trees",
  ],
} as const;

/** The two who leave, the two who remain, and a translator. */
export interface Cast {
  him: User;
  her: User;
  olena: User;
  wei: User;
  nadia: User;
}

/** Stores a picture of one of the two who leave, and remembers its bytes. */
export type Put = (whose: "man" | "lady", name: string) => Promise<void>;

export const must = <T extends { ok: boolean }>(result: T): T & { ok: true } => {
  if (!result.ok) throw new Error(JSON.stringify(result));
  return result as T & { ok: true };
};

export async function tell(store: TestStore, ladyId: number, facts: Partial<LadyRecord>): Promise<void> {
  const { value } = await store.kv.get<LadyRecord>(keys.lady(ladyId));
  await store.kv.set(keys.lady(ladyId), { ...value, ...facts });
}
