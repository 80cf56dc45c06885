/** For tests of own data: men who state their background, former statements among them, and ladies who consent. */
import type { User } from "../../../accounts/users.ts";
import { answerConsent, askConsent } from "../../../safety/background/consents.ts";
import { keepTranslatedWords } from "../../../safety/background/own_words.ts";
import { fileStatement } from "../../../safety/background/statements.ts";
import { anAnswer, plainAnswers, searchedStatement } from "../../../testing/background.ts";
import type { TestStore } from "../../../testing/store.ts";
import { must } from "./cast.ts";

/** `vera` is the admin who searches the registry. */
export async function stateBackgrounds(
  store: TestStore,
  { him, her, olena, wei }: { [who in "him" | "her" | "olena" | "wei"]: User },
  vera: User,
): Promise<void> {
  const stated = (words: string, age: number) => ({
    ...plainAnswers,
    childrenAges: [age],
    told: { ...plainAnswers.told, protectionOrders: words },
  });
  must(
    await fileStatement(store, { manId: him.id, answers: stated("a quarrel over gooseberries", 3), signature: "Him" }),
  );
  for (const { id } of [him, wei]) {
    await searchedStatement(store, id, vera.id, stated(id === him.id ? "a quarrel over medlars" : "of Wei", 4));
  }
  await keepTranslatedWords(store, { manId: him.id, number: 2 }, "uk", {
    texts: { violence: "of medlars" },
    by: "demo",
  });
  for (const [manId, ladyId, number] of [[him.id, olena.id, 2], [wei.id, her.id, 1]] as const) {
    must(await askConsent(store, { manId, ladyId }));
    const signature = ladyId === her.id ? "her name among rowan-trees" : "Olena";
    must(await answerConsent(store, { ...anAnswer, manId, ladyId, number, consents: true, signature }));
  }
  must(await fileStatement(store, { manId: him.id, answers: stated("a quarrel over sloes", 5), signature: "Him" }));
}
