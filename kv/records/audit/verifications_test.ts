import { expect } from "expect";
import { agency, type User } from "../../accounts/users.ts";
import { draftKeyOf, draftLady } from "../../ladies/agencies/agencies.ts";
import { acceptDraft } from "../../ladies/agencies/draft_answers.ts";
import { dayMs } from "../../store/days.ts";
import { keys } from "../../store/keys.ts";
import { createUser, testPassword, type TestStore, testStore } from "../../testing/store.ts";
import { addShownPhoto, approve, createNewLady, putChecks, sendLiveVideo } from "../../testing/verifications.ts";
import type { LiveCheck } from "../../vetting/live_checks.ts";
import { type Verification, verificationOf } from "../../vetting/verifications.ts";
import { removePhoto } from "../../vetting/photo_changes.ts";
import { audit } from "../audit.ts";
import { type Damage, testDamages } from "./testing/damages.ts";
import { tamper } from "./testing/lived_in_world.ts";

/** Marta is verified and her video waits again; Vera came by an agency. */
async function world(store: TestStore) {
  const marta = await createNewLady(store);
  await addShownPhoto(store, marta.id);
  await putChecks(store, marta.id);
  const check = await sendLiveVideo(store, marta.id);
  const agata = await createUser(store, { email: "agata@agencies.test", groupId: agency });
  const wanted = { firstname: "Vera", birthdate: "1995-04-02", countryId: 804, city: "Lviv", locale: "en" } as const;
  const draft = async (email: string) => {
    const made = await draftLady(store, agata.id, { ...wanted, email, facts: { about: "I bind books." } });
    if (!made.ok) throw new Error(made.reason);
    return made.draft;
  };
  const { id: draftId } = await draft("vera@ladies.test");
  const link = { draftId, key: draftKeyOf(store, { id: draftId }), password: testPassword };
  const accepted = await acceptDraft(store, link);
  if (!accepted.ok) throw new Error(accepted.reason);
  await approve(store, "profile", accepted.user.id);
  return { marta, check, agata, vera: accepted.user, open: await draft("nina@ladies.test") };
}

type World = Awaited<ReturnType<typeof world>>;

const spoil = (store: TestStore, ladyId: number, change: Partial<Verification>) =>
  tamper<Verification>(store, keys.verification(ladyId), change);

const damages: Damage<World>[] = [
  [
    "a verification of nobody",
    (store) => store.kv.set(keys.verification(4711), { identity: null }),
    /^the verification of lady 4711 has no lady$/,
  ],
  [
    "a verification that was never made",
    (store, { marta }) => spoil(store, marta.id, { identity: null }),
    /holds without having been made$/,
  ],
  [
    "a verification without an end",
    (store, { marta }) => spoil(store, marta.id, { endsAt: null }),
    /has only one of its dates$/,
  ],
  [
    "a verification that lasts longer",
    (store, { marta }) => spoil(store, marta.id, { endsAt: store.now() + 200 * dayMs }),
    /ends on another day$/,
  ],
  [
    "a face that was compared with another photo",
    (store, { marta }) => tamper<User>(store, keys.lady(marta.id), { photos: [] } as never),
    /was made with another main photo$/,
  ],
  [
    "a face that waits for the photo that is there",
    async (store, { marta }) => {
      const { live } = (await verificationOf(store, marta.id))!;
      const resting = { ...live!, verifiedAt: null };
      await spoil(store, marta.id, { live: null, verifiedAt: null, endsAt: null, resting });
    },
    /rests beside its own main photo$/,
  ],
  [
    "an end that nobody carried out",
    (store) => Promise.resolve(store.clock.advance({ days: 182 })),
    /should have ended$/,
  ],
  [
    "a grace that nobody ended",
    (store, { vera }) => spoil(store, vera.id, { ended: { at: store.now() - 16 * dayMs, because: "photo" } }),
    /ended, and its grace as well$/,
  ],
  [
    "a lady who was taken down and stands there",
    async (store, { vera }) => {
      await spoil(store, vera.id, { takenDownAt: store.now() });
      await tamper(store, keys.lady(vera.id), { isPublished: true });
    },
    /took a profile down that is published$/,
  ],
  ["a lady nobody waits for", (store, { vera }) => store.kv.delete(keys.unverified(vera.id)), /waits nowhere$/],
  [
    "somebody who waits for nothing",
    (store) => store.kv.set(keys.unverified(4711), null),
    /^lady 4711 waits for nothing$/,
  ],
  [
    "a video that nobody decides about",
    (store, { marta }) => tamper<LiveCheck>(store, keys.liveCheck(marta.id), { state: "refused" }),
    /has a video that nobody decides about/,
  ],
  [
    "a video outside the queue",
    (store, { marta, check }) => store.kv.delete(keys.liveCheckQueue(check.video!.sentAt, marta.id)),
    /waits outside the queue$/,
  ],
  [
    "a place in the queue for nothing",
    (store) => store.kv.set(keys.liveCheckQueue(5, 4711), null),
    /^the queue names a live check of lady 4711 that does not wait$/,
  ],
  [
    "a video that was kept for too long",
    (store, { marta, check }) =>
      tamper<LiveCheck>(store, keys.liveCheck(marta.id), {
        video: { ...check.video!, sentAt: store.now() - 32 * dayMs },
      }),
    /has kept its video for too long$/,
  ],
  [
    "a lady whom her agency has forgotten",
    (store, { agata, vera }) => store.kv.delete(keys.ladyOfAgency(agata.id, vera.id)),
    /^lady \d+ is missing at her agency \d+$/,
  ],
  [
    "a lady who knows nothing of her agency",
    (store, { agata, marta }) => store.kv.set(keys.ladyOfAgency(agata.id, marta.id), null),
    /who knows nothing of it$/,
  ],
  [
    "an agency that is none",
    (store, { marta, vera }) => store.kv.set(keys.ladyOfAgency(marta.id, vera.id), null),
    /is no agency$/,
  ],
  [
    "a draft that its agency does not see",
    (store, { agata, open }) => store.kv.delete(keys.draftOfAgency(agata.id, open.id)),
    /is missing at its agency$/,
  ],
];

testDamages("the audit finds nothing in verifications and agencies as they are meant", world, damages);

Deno.test("a live check that is too old to hold says nothing of the photo that came after it", async () => {
  using store = await testStore();
  const marta = await createNewLady(store);
  const first = await addShownPhoto(store, marta.id);
  await putChecks(store, marta.id, { identity: null, verifiedAt: null, endsAt: null });
  await addShownPhoto(store, marta.id);
  store.clock.advance({ days: 181 });
  expect(await removePhoto(store, marta.id, first)).toMatchObject({ ok: true });
  expect(await audit(store)).toEqual([]);
});
