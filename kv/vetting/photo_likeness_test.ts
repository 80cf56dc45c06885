/** Photos that look like somebody else's are found by the index, whatever became of either in the meantime. */
import { expect } from "expect";
import type { User } from "../accounts/users.ts";
import type { Store } from "../open.ts";
import { audit } from "../records/audit.ts";
import { keys } from "../store/keys.ts";
import { prefixes } from "../store/prefixes.ts";
import { eraseAll } from "../testing/deletions.ts";
import { pictureFacts } from "../testing/photos.ts";
import { createPeople, testPassword, testStore } from "../testing/store.ts";
import { approve } from "../testing/verifications.ts";
import { deleteAccount } from "../accounts/deletions.ts";
import { decide } from "./approval_decisions.ts";
import { approvalOf } from "./approvals.ts";
import { addPhoto, changePhoto, removePhoto } from "./photo_changes.ts";
import { alikeBitsMax, alikePhotos, bitsBetween } from "./photo_likeness.ts";
import type { GalleryPhoto } from "./photos.ts";

const hash = "8f3c51d20b67ea94";

/** `hash` with so many bits flipped, spread over all of its parts. */
const differing = (bits: number): string =>
  Array.from({ length: bits }, (_, at) => 1n << BigInt(at * 6)).reduce((all, bit) => all ^ bit, BigInt(`0x${hash}`))
    .toString(16).padStart(16, "0");

async function add(store: Store, owner: User, looks?: string): Promise<GalleryPhoto> {
  const added = await addPhoto(store, owner.id, { ...await pictureFacts(store), ...(looks && { hash: looks }) });
  if (!added.ok) throw new Error(added.reason);
  return added.photo;
}

Deno.test("what differs in few bits is found wherever they lie, the likest first, and what differs in more is not", async () => {
  using store = await testStore();
  const { james, wei, olena, daria } = await createPeople(store);
  const mine = await add(store, olena, hash);
  const alike: [User, number][] = [[daria, alikeBitsMax], [wei, 0], [james, 4]];
  for (const [owner, bits] of alike) await add(store, owner, differing(bits));
  await add(store, daria, differing(alikeBitsMax + 1));
  await add(store, daria);
  const found = await alikePhotos(store, olena.id, [mine]);
  expect(found.map(({ ownerId, bits }) => [ownerId, bits])).toEqual([[wei.id, 0], [james.id, 4], [daria.id, 10]]);
  // Any ten bits in a row.
  for (let from = 0; from < 54; from++) {
    const other = (BigInt(`0x${hash}`) ^ 1023n << BigInt(from)).toString(16).padStart(16, "0");
    expect(bitsBetween(hash, other)).toBe(10);
    const near = await alikePhotos(store, olena.id, [{ ...mine, picture: { ...mine.picture, hash: other } as never }]);
    expect([from, near.some(({ ownerId }) => ownerId === wei.id)]).toEqual([from, true]);
  }
  expect(await audit(store)).toEqual([]);
});

Deno.test("one's own photos are none of others, and a photo without looks is like none", async () => {
  using store = await testStore();
  const { olena, daria } = await createPeople(store);
  const [first, plain] = [await add(store, olena, hash), await add(store, daria)];
  await add(store, olena, hash);
  expect(await alikePhotos(store, olena.id, [first])).toEqual([]);
  expect(await alikePhotos(store, daria.id, [plain])).toEqual([]);
});

Deno.test("approved or given a caption it is found as before; removed, refused or erased it is found no more", async () => {
  using store = await testStore();
  const { james, wei, olena, daria } = await createPeople(store);
  const mine = await add(store, olena, hash);
  const [hers, his, weis] = [await add(store, daria, hash), await add(store, james, hash), await add(store, wei, hash)];
  const finders = async () => (await alikePhotos(store, olena.id, [mine])).map(({ ownerId }) => ownerId).sort();
  await approve(store, "photo", hers.id);
  await changePhoto(store, james.id, his.id, { caption: "At the sea" });
  expect(await finders()).toEqual([james.id, wei.id, daria.id].sort());
  await removePhoto(store, daria.id, hers.id);
  const asked = await approvalOf(store, { kind: "photo", subjectId: his.id });
  await decide(store, asked!.id, false);
  expect(await finders()).toEqual([wei.id]);
  await deleteAccount(store, wei.id, { password: testPassword, wantsRefund: false });
  await eraseAll(store);
  expect(await finders()).toEqual([]);
  expect(weis.id).toBeGreaterThan(his.id);
  const left = await Array.fromAsync(store.kv.list({ prefix: prefixes.allPhotoHashes() }));
  expect(new Set(left.map(({ key }) => key[3]))).toEqual(new Set([olena.id]));
  expect((await store.kv.get(keys.photos(wei.id))).value).toBeNull();
});
