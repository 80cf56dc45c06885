import { expect } from "expect";
import type { PendingSignIn } from "../../accounts/signing_in/pending_sign_ins.ts";
import type { SecondFactor } from "../../accounts/signing_in/second_factor.ts";
import { beginOffer, spendCode } from "../../accounts/signing_in/second_factors.ts";
import { signIn } from "../../accounts/signing_in/sign_in.ts";
import { keys } from "../../store/keys.ts";
import { createAdmin, createEnrolled } from "../../testing/factors.ts";
import { testVisitor } from "../../testing/sign_ups.ts";
import { createPeople, testPassword, type TestStore, testStore } from "../../testing/store.ts";
import { audit } from "../audit.ts";
import { type Damage, testDamages } from "./testing/damages.ts";
import { tamper } from "./testing/lived_in_world.ts";

async function world(store: TestStore) {
  const people = await createPeople(store);
  const { user: ada } = await createEnrolled(store);
  const agata = await createAdmin(store, 4);
  await beginOffer(store, { userId: agata.id, tokenHash: "of her session" });
  const credentials = { password: testPassword, remember: false, visitor: testVisitor, staffNeedSecondFactor: true };
  await signIn(store, { ...credentials, email: ada.email });
  return { ...people, ada, agata };
}

type World = Awaited<ReturnType<typeof world>>;

const change = (store: TestStore, { ada }: World, facts: Partial<SecondFactor>) =>
  tamper<SecondFactor>(store, keys.secondFactor(ada.id), facts);

const corruptions: Damage<World>[] = [
  [
    "a second factor of a member",
    async (store, { ada, james }) =>
      await store.kv.set(keys.secondFactor(james.id), (await store.kv.get(keys.secondFactor(ada.id))).value),
    /^the second factor of user \d+ is of nobody who works here$/,
  ],
  [
    "a second factor of nobody",
    (store, { ada }) => store.kv.delete(keys.user(ada.id)),
    /^the second factor of user \d+ is of nobody who works here$/,
  ],
  [
    "a second factor whose codes could open again",
    (store, all) => change(store, all, { lastStep: 0 }),
    /^the second factor of user \d+ does not know its last code$/,
  ],
  [
    "a second factor that was used too early",
    (store, all) => change(store, all, { lastUsedAt: 1 }),
    /^the second factor of user \d+ was used before it was set up$/,
  ],
  [
    "recovery codes that nobody was told",
    (store, all) => change(store, all, { recoveryHashes: Array.from({ length: 11 }, (_, at) => `hash-${at}`) }),
    /^the second factor of user \d+ has too many recovery codes$/,
  ],
  [
    "a recovery code that opens twice",
    (store, all) => change(store, all, { recoveryHashes: ["same", "same"] }),
    /^the second factor of user \d+ has a recovery code twice$/,
  ],
  [
    "an offer to a member",
    async (store, { agata, olena }) =>
      await store.kv.set(
        keys.secondFactorOffer(olena.id),
        (await store.kv.get(keys.secondFactorOffer(agata.id))).value,
      ),
    /^a second factor is offered to user \d+, who does not work here$/,
  ],
  [
    "a member who is asked for a second factor",
    async (store, { james }) => {
      const [pending] = await Array.fromAsync(store.kv.list<PendingSignIn>({ prefix: ["pending_sign_in"] }));
      await tamper<PendingSignIn>(store, pending!.key, { userId: james.id });
    },
    /^user \d+ is asked for a second factor and does not work here$/,
  ],
];

testDamages("second factors as they come to be are without fault", world, corruptions);

Deno.test("a recovery code that is used after the clock was put back was not used before it was set up", async () => {
  using store = await testStore();
  const { user: ada, recoveryCodes } = await createEnrolled(store);
  store.clock.advance({ days: -2 });
  expect(await spendCode(store, ada.id, { code: recoveryCodes[0]! })).toMatchObject({ ok: true, by: "recovery" });
  expect(await audit(store)).toEqual([]);
});
