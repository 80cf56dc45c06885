/** A change that the store answers too late is refused, but may be written: the other processes hear of it all the same. */
import { expect } from "expect";
import { deleteAccount } from "../kv/accounts/deletions.ts";
import { changeChatSettings } from "../kv/chats/settings.ts";
import { post } from "../kv/credits/ledger/ledger.ts";
import { postTogether } from "../kv/credits/ledger/ledger_together.ts";
import { changeFirstName } from "../kv/ladies/profile/first_names.ts";
import { changeOwn } from "../kv/ladies/profiles.ts";
import { deleteLetter } from "../kv/letters/deletion.ts";
import { openLetter } from "../kv/letters/opening.ts";
import { sendLetter } from "../kv/letters/sending.ts";
import { finishTranslation, releaseUntranslated } from "../kv/letters/translating/translation_ends.ts";
import { claimTranslation, translationWithinMs } from "../kv/letters/translating/translations.ts";
import type { Store } from "../kv/open.ts";
import { StoreUnavailable } from "../kv/store/health/health.ts";
import { keys } from "../kv/store/keys.ts";
import { asDistantProcess, Way } from "../kv/testing/distant_store.ts";
import { asOtherProcess, testPassword, type TestStore, testStore } from "../kv/testing/store.ts";
import { createTranslationWorld, send } from "../kv/testing/translators.ts";
import { until } from "./patience.ts";

/** Cuts a process off as soon as a record is written; another one must hear of these topics once the answer has come. */
async function isHeard(
  store: TestStore,
  topics: string[],
  written: Deno.KvKey,
  change: (store: Store) => Promise<unknown>,
): Promise<void> {
  const way = new Way();
  const late = asDistantProcess(store, way, store.randomToken());
  const isBack = new Promise<void>((resolve) => late.health.onReturn(() => resolve()));
  const other = asOtherProcess(store);
  const heard = new Set<string>();
  await late.pubsub.connect(store.randomToken());
  await other.pubsub.connect(store.randomToken());
  for (const topic of topics) other.pubsub.listen(topic, () => heard.add(topic));
  try {
    const { versionstamp } = await store.kv.get(written);
    way.cutAfter = async () => (await store.kv.get(written)).versionstamp !== versionstamp;
    await expect(change(late)).rejects.toThrow(StoreUnavailable);
    // What it has heard by now was told before, by processes that have ended.
    heard.clear();
    way.mend();
    await until(() => heard.size === topics.length, topics.join(", "));
    await isBack;
  } finally {
    way.mend();
    await Promise.all([late, other].map(({ pubsub }) => pubsub.close()));
  }
}

Deno.test("what others see of somebody is told though the store answers the change too late", async () => {
  using store = await testStore();
  const { james, wei, olena } = await createTranslationWorld(store);
  await Promise.all([
    isHeard(
      store,
      [`shown:${james.id}`, `languages:${james.id}`],
      keys.user(james.id),
      (late) => changeOwn(late, james.id, { account: { birthdate: "1961-02-03", readsLanguages: ["en", "uk"] } }),
    ),
    isHeard(store, [`shown:${wei.id}`], keys.user(wei.id), (late) => changeFirstName(late, wei.id, "Wai")),
    isHeard(
      store,
      [`published:${olena.id}`],
      keys.deletion(olena.id),
      (late) => deleteAccount(late, olena.id, { password: testPassword, wantsRefund: false }),
    ),
  ]);
  await isHeard(
    store,
    [`shown:${james.id}`],
    keys.chatSettings(james.id),
    (late) => changeChatSettings(late, james.id, { allowChat: false }),
  );
});

Deno.test("credits that moved are told though the store answers the entry too late", async () => {
  using store = await testStore();
  const { james, wei } = await createTranslationWorld(store);
  const gift = { operation: "refill", deltaCredits: 5, reference: {}, idempotencyKey: "gift" } as const;
  const nothing = { read: () => Promise.resolve(), add: () => {} };
  await Promise.all([
    isHeard(
      store,
      [`credits:${james.id}`],
      keys.entrySeqByIdempotencyKey(james.id, "gift"),
      (late) => post(late, { ...gift, manId: james.id }),
    ),
    isHeard(
      store,
      [`credits:${wei.id}`],
      keys.entrySeqByIdempotencyKey(wei.id, "gift"),
      (late) => postTogether(late, wei.id, [{ ...gift, manId: wei.id }], nothing),
    ),
  ]);
});

Deno.test("a letter that comes, is read or is put away is told though the store answers too late", async () => {
  using store = await testStore();
  const { james, wei, olena, daria, nadia } = await createTranslationWorld(store);
  const body = "Good evening";
  await send(store, olena, james, { body });
  const [read, sealed] = [await send(store, james, olena, { body }), await send(store, olena, james, { body })];
  const [waiting, released] = [await send(store, james, daria), await send(store, wei, daria)];
  await claimTranslation(store, nadia.id, waiting.id);
  const words = ["Дорогая Дарья,", "Ящик разобран.", "Джеймс"];
  const wanted = { authorId: wei.id, recipientId: olena.id, body, sendKey: "wei's" };
  await Promise.all([
    isHeard(store, [`letters:${olena.id}`], keys.dialogue(wei.id, olena.id), (late) => sendLetter(late, wanted)),
    isHeard(
      store,
      [`letters:${james.id}`],
      keys.letter(sealed.id),
      (late) => openLetter(late, james.id, sealed.id, true),
    ),
    isHeard(
      store,
      [`letters:${daria.id}`],
      keys.letter(waiting.id),
      (late) => finishTranslation(late, nadia.id, waiting.id, words),
    ),
  ]);
  const answer = { authorId: olena.id, recipientId: wei.id, body, sendKey: "olena's" };
  store.clock.advance({ ms: translationWithinMs });
  await Promise.all([
    isHeard(store, [`letters:${wei.id}`], keys.dialogue(wei.id, olena.id), (late) => sendLetter(late, answer)),
    isHeard(store, [`letters:${olena.id}`], keys.letter(read.id), (late) => openLetter(late, olena.id, read.id, false)),
    isHeard(store, [`letters:${daria.id}`], keys.letter(released.id), (late) => releaseUntranslated(late, released.id)),
  ]);
  await isHeard(store, [`letters:${olena.id}`], keys.letter(read.id), (late) => deleteLetter(late, olena.id, read.id));
});
