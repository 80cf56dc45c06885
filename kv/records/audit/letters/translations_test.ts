/** Every kind of damage to translations is found by the audit. */
import { refundKeyOf } from "../../../credits/ledger/refund_key.ts";
import { keepTerm } from "../../../letters/translating/glossary.ts";
import type { Letter, LetterText } from "../../../letters/letter.ts";
import { finishTranslation, returnToAuthor } from "../../../letters/translating/translation_ends.ts";
import { claimTranslation, type Translation, translationOf } from "../../../letters/translating/translations.ts";
import type { Job } from "../../../store/jobs/work.ts";
import { keys } from "../../../store/keys.ts";
import { prefixes } from "../../../store/prefixes.ts";
import type { TestStore } from "../../../testing/store.ts";
import { createTranslationWorld, send } from "../../../testing/translators.ts";
import { type Damage, testDamages } from "../testing/damages.ts";
import { tamper } from "../testing/lived_in_world.ts";

/** A letter that waits, one in Nadia's hands, a finished one and a returned one. */
async function world(store: TestStore) {
  const people = await createTranslationWorld(store);
  const { james, daria, nadia } = people;
  const [finished, returned, held, waiting] = [
    await send(store, james, daria),
    await send(store, james, daria),
    await send(store, james, daria),
    await send(store, james, daria),
  ];
  for (const letter of [finished, returned, held]) await claimTranslation(store, nadia.id, letter.id);
  await finishTranslation(store, nadia.id, finished.id, ["Дорогая Дарья!"]);
  await returnToAuthor(store, nadia.id, returned.id, "It cannot be read.");
  const direction = { manId: james.id, ladyId: daria.id, from: "en", to: "ru" };
  await keepTerm(store, direction, { term: "drawer", translation: "ящик", by: nadia.id });
  return { ...people, finished, returned, held, waiting };
}

type World = Awaited<ReturnType<typeof world>>;

const damages: Damage<World>[] = [
  [
    "a letter that fell out of the queue",
    (store, { waiting }) => store.kv.delete(keys.translationQueue(waiting.sentAt, waiting.id)),
    /^the translation of letter \d+ is not in the queue$/,
  ],
  [
    "a finished letter in the queue",
    (store, { finished }) => store.kv.set(keys.translationQueue(finished.sentAt, finished.id), null),
    /is over and still in the queue$/,
  ],
  [
    "a queued letter that nobody knows",
    (store) => store.kv.set(keys.translationQueue(7, 999), null),
    /^the queue of translators has letter 999 at 7, which does not wait there$/,
  ],
  [
    "a letter that came without its translation's end",
    (store, { waiting }) => tamper<Letter>(store, keys.letter(waiting.id), { deliveredAt: store.now() }),
    /is waiting, but its letter has come$/,
  ],
  [
    "a lost record",
    (store, { waiting }) => store.kv.delete(keys.translation(waiting.id)),
    /^letter \d+ asked for a translator that nobody knows of$/,
  ],
  [
    "a letter that waits for nothing",
    (store, { waiting }) => tamper<Letter>(store, keys.letter(waiting.id), { translationState: undefined }),
    /^letter \d+ has not come and waits for nothing$/,
  ],
  [
    "a finished translation without words",
    (store, { finished }) => tamper<LetterText>(store, keys.letterText(finished.id), { translation: null }),
    /is done, which its text does not bear out$/,
  ],
  [
    "a return whose credits were kept",
    async (store, { james, returned }) => {
      const { charge } = (await translationOf(store, returned.id))!;
      await store.kv.delete(keys.entrySeqByIdempotencyKey(james.id, refundKeyOf(charge!.key)));
    },
    /is returned, and no credits went back$/,
  ],
  [
    "credits that a translated letter gave back",
    (store, { returned }) => tamper<Translation>(store, keys.translation(returned.id), { state: "done" }),
    /is done, and credits went back$/,
  ],
  [
    "a charge of which less was paid",
    async (store, { waiting }) => {
      const { charge } = (await translationOf(store, waiting.id))!;
      await tamper<Translation>(store, keys.translation(waiting.id), { charge: { ...charge!, credits: 500 } });
    },
    /^the translation of letter \d+ names a charge of 500 credits, which nobody paid$/,
  ],
  [
    "a return without a reason",
    (store, { returned }) => tamper<Translation>(store, keys.translation(returned.id), { note: null }),
    /was returned without a reason$/,
  ],
  [
    "a held letter that is in no hold",
    (store, { nadia }) => store.kv.delete(keys.translatorHold(nadia.id)),
    /^letter \d+ is not in the hold of translator \d+$/,
  ],
  [
    "a wait that nothing would end",
    async (store, { waiting }) => {
      for await (const { key, value } of store.kv.list<Job>({ prefix: prefixes.jobs() })) {
        if (value.kind === "release_untranslated" && value.letterId === waiting.id) await store.kv.delete(key);
      }
    },
    /^the translation of letter \d+ has no job that would end it$/,
  ],
  [
    "a hold of somebody who is no translator",
    (store, { james }) => store.kv.set(keys.translatorHold(james.id), []),
    /^user \d+ has a translator's hold and is none$/,
  ],
  [
    "a man who is introduced as a translator",
    (store, { james }) => store.kv.set(keys.translatorAbout(james.id), { isShown: true, words: {}, changedAt: 1 }),
    /^user \d+ is introduced as a translator and is none$/,
  ],
  [
    "a glossary of two who never wrote",
    (store, { wei, olena }) => store.kv.set(keys.glossary(wei.id, olena.id, "en", "ru"), []),
    /^the glossary of man \d+ and lady \d+ has no dialogue$/,
  ],
];

testDamages("the audit finds nothing in letters that waited, were held, finished and returned", world, damages);
