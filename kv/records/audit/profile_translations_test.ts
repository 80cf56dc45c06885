import type { User } from "../../accounts/users.ts";
import { finishProfile } from "../../ladies/profile/profile_translation_work.ts";
import { askForProfile, claimProfile, type ProfileTranslation } from "../../ladies/profile/profile_translations.ts";
import { ladyById } from "../../ladies/ladies.ts";
import { partsOf } from "../../ladies/profile/words.ts";
import { keys } from "../../store/keys.ts";
import { createLady, type TestStore } from "../../testing/store.ts";
import { createNadia } from "../../testing/translators.ts";
import { type Damage, testDamages } from "./testing/damages.ts";
import { tamper } from "./testing/lived_in_world.ts";

/** Olena, who writes in English: one translation of hers is done, the other waits. */
async function world(store: TestStore) {
  const olena = await createLady(store);
  await tamper(store, keys.lady(olena.id), { about: "I bind books by hand, and I read most of them." });
  await askForProfile(store, olena.id);
  const nadia = await createNadia(store);
  const done = { ladyId: olena.id, locale: "zh-Hant" as const };
  await claimProfile(store, nadia.id, done);
  const texts = partsOf((await ladyById(store, olena.id))!).map(() => "我裝訂書。");
  await finishProfile(store, nadia.id, done, { texts, version: 0 });
  return { olena, askedAt: store.now() };
}

type World = { olena: User; askedAt: number };

const damages: Damage<World>[] = [
  [
    "one that waits outside the queue",
    (store, { olena, askedAt }) => store.kv.delete(keys.profileTranslationQueue(askedAt, olena.id, "zh-Hans")),
    /^the translation of lady \d+ into zh-Hans is not in the queue$/,
  ],
  [
    "one that is done and waits still",
    (store, { olena, askedAt }) => store.kv.set(keys.profileTranslationQueue(askedAt, olena.id, "zh-Hant"), null),
    /^the translation of lady \d+ into zh-Hant is done and still in the queue$/,
  ],
  [
    "a place in the queue that is nobody's",
    (store, { olena, askedAt }) => store.kv.set(keys.profileTranslationQueue(askedAt, olena.id, "zh-Hant"), null),
    /^the queue of profiles has lady \d+ in zh-Hant, who does not wait there$/,
  ],
  [
    "a claim of nobody",
    (store, { olena }) =>
      tamper<ProfileTranslation>(store, keys.profileTranslation(olena.id, "zh-Hans"), { state: "claimed" }),
    /^the translation of lady \d+ into zh-Hans is held by nobody, or in part$/,
  ],
  [
    "one that is done and stands nowhere",
    (store, { olena }) => tamper(store, keys.lady(olena.id), { localized: {} }),
    /^the translation of lady \d+ into zh-Hant is done and does not stand in her profile$/,
  ],
  [
    "words of another time",
    (store, { olena }) =>
      tamper<ProfileTranslation>(store, keys.profileTranslation(olena.id, "zh-Hans"), { version: 7 }),
    /^the translation of lady \d+ into zh-Hans is of words that she never had$/,
  ],
  [
    "one of nobody",
    async (store, { olena }) => {
      const { value } = await store.kv.get<ProfileTranslation>(keys.profileTranslation(olena.id, "zh-Hant"));
      await store.kv.set(keys.profileTranslation(77, "en"), { ...value, ladyId: 77, locale: "en" });
    },
    /^the translation of lady 77 into en has no lady$/,
  ],
];

testDamages("the audit finds nothing wrong with profiles that were translated as intended", world, damages);
