/** Galleries: what waits, what is shown, in which order, and what two tabs do to them at once. */
import { expect } from "expect";
import { isSafeName } from "../../services/storage/storage.ts";
import { type User, userById } from "../accounts/users.ts";
import { ladyById } from "../ladies/ladies.ts";
import type { Store } from "../open.ts";
import { audit } from "../records/audit.ts";
import { runDueJobs } from "../store/jobs/queue.ts";
import { pictureFacts } from "../testing/photos.ts";
import { afterMeanwhile, asOtherProcess, createJames, createOlena, createPeople, testStore } from "../testing/store.ts";
import { createNadia } from "../testing/translators.ts";
import { decide } from "./approval_decisions.ts";
import { approvalOf, waitingApprovals } from "./approvals.ts";
import { addPhoto, changePhoto, recutPhoto, removePhoto } from "./photo_changes.ts";
import { expectPhotoFiles, unneededPhotoFiles } from "./photo_files.ts";
import {
  type GalleryPhoto,
  isCropPossible,
  photoAt,
  photoFile,
  photosAtMost,
  photosOf,
  type UploadedPicture,
} from "./photos.ts";

async function add(store: Store, owner: User): Promise<GalleryPhoto> {
  const added = await addPhoto(store, owner.id, await pictureFacts(store));
  if (!added.ok) throw new Error(added.reason);
  return added.photo;
}

const idsOf = async (store: Store, owner: User) => (await photosOf(store, owner)).map(({ id }) => id);
const askedAbout = (store: Store, photo: GalleryPhoto) => approvalOf(store, { kind: "photo", subjectId: photo.id });

async function judge(store: Store, photo: GalleryPhoto, isApproved: boolean) {
  return await decide(store, (await askedAbout(store, photo))!.id, isApproved);
}

const uploadOf = ({ picture }: GalleryPhoto) => picture as UploadedPicture;

Deno.test("a new photo waits and is shown nowhere; once approved it is the main one of profile and account", async () => {
  using store = await testStore();
  const { olena, james } = await createPeople(store);
  for (const owner of [olena, james]) {
    const photo = await add(store, owner);
    expect(photo.state).toBe("waiting");
    expect((await userById(store, owner.id))!.photo).toBeNull();
    const version = store.ladies.version;
    expect((await judge(store, photo, true)).ok).toBe(true);
    const main = (await userById(store, owner.id))!.photo!;
    const { token, cut } = uploadOf(photo);
    expect(main).toEqual({
      id: photo.id,
      path: `/photo-files/${owner.id}/${token}/full`,
      pathOfQuad: `/photo-files/${owner.id}/${token}/quad-${cut}`,
      sizes: {
        full: `/photo-files/${owner.id}/${token}/full`,
        medium: `/photo-files/${owner.id}/${token}/medium`,
        quad: `/photo-files/${owner.id}/${token}/quad-${cut}`,
        avatar: `/photo-files/${owner.id}/${token}/avatar-${cut}`,
        large: `/photo-files/${owner.id}/${token}/large`,
      },
    });
    // Kept pages for guests are made anew.
    if (owner === olena) expect(store.ladies.version).toBeGreaterThan(version);
    expect(await judge(store, photo, true).catch(() => "nothing waits")).toBe("nothing waits");
  }
  expect((await ladyById(store, olena.id))!.photos.length).toBe(1);
  expect(await waitingApprovals(store)).toEqual([]);
  expect(await audit(store)).toEqual([]);
});

Deno.test("a refused photo goes, and its files after it", async () => {
  using store = await testStore();
  const olena = await createOlena(store);
  const photo = await add(store, olena);
  await judge(store, photo, false);
  expect(await photosOf(store, olena)).toEqual([]);
  const jobs: string[] = [];
  await runDueJobs(store, async (job) => void jobs.push(job.kind), () => {});
  expect(jobs).toEqual(["photo_files"]);
  const { token, cut } = uploadOf(photo);
  const unneeded = await unneededPhotoFiles(store, { ownerId: olena.id, token, cut });
  expect(unneeded).toEqual(
    [
      `photos/${token}/large.webp`,
      `photos/${token}/full.webp`,
      `photos/${token}/medium.webp`,
      `photos/${token}/quad-${cut}.webp`,
      `photos/${token}/avatar-${cut}.webp`,
    ],
  );
  expect(unneeded.every(isSafeName)).toBe(true);
});

Deno.test("a caption of a shown photo waits by itself; to take it away needs nobody's leave", async () => {
  using store = await testStore();
  const olena = await createOlena(store);
  const photo = await add(store, olena);
  const first = await askedAbout(store, photo);
  await changePhoto(store, olena.id, photo.id, { caption: "  In Lviv " });
  // An admin who saw the photo before cannot approve the new caption.
  expect(await decide(store, first!.id, true)).toMatchObject({ ok: false, reason: "not_found" });
  await judge(store, photo, true);
  const shownCaption = async () => (await ladyById(store, olena.id))!.photos[0]!.caption;
  expect(await shownCaption()).toBe("In Lviv");

  await changePhoto(store, olena.id, photo.id, { caption: "Call me: 555" });
  expect(await shownCaption()).toBe("In Lviv");
  await judge(store, photo, false);
  expect([await shownCaption(), (await photosOf(store, olena))[0]!.wishedCaption]).toEqual(["In Lviv", null]);
  await changePhoto(store, olena.id, photo.id, { caption: "In the garden" });
  await judge(store, photo, true);
  expect(await shownCaption()).toBe("In the garden");

  await changePhoto(store, olena.id, photo.id, { caption: "Other words" });
  await changePhoto(store, olena.id, photo.id, { caption: "In the garden" });
  expect(await askedAbout(store, photo)).toBeNull();
  await changePhoto(store, olena.id, photo.id, { caption: "" });
  expect(await shownCaption()).toBeUndefined();
  expect(await audit(store)).toEqual([]);
  for (
    const [caption, rule] of [["x".repeat(121), "too_long"], ["two\nlines", "one_line"], ["By the \uf8ff", "one_line"]]
  ) {
    const refused = await changePhoto(store, olena.id, photo.id, { caption });
    expect(refused).toMatchObject({ reason: "invalid", fields: { caption: rule } });
  }
});

Deno.test("the first that is approved is the main one, whatever waits before it", async () => {
  using store = await testStore();
  const olena = await createOlena(store);
  const [a, b, c] = [await add(store, olena), await add(store, olena), await add(store, olena)];
  await judge(store, a, true);
  await judge(store, b, true);
  const main = async () => (await userById(store, olena.id))!.photo?.id;
  await changePhoto(store, olena.id, b.id, { position: 1 });
  expect(await idsOf(store, olena)).toEqual([b.id, a.id, c.id]);
  expect(await main()).toBe(b.id);
  await changePhoto(store, olena.id, c.id, { position: 1 });
  expect(await main()).toBe(b.id);
  await judge(store, c, true);
  expect(await main()).toBe(c.id);
  await changePhoto(store, olena.id, c.id, { position: 99 });
  expect(await idsOf(store, olena)).toEqual([b.id, a.id, c.id]);
  await removePhoto(store, olena.id, b.id);
  expect(await main()).toBe(a.id);
  expect(await audit(store)).toEqual([]);
});

Deno.test("two tabs that move and remove at once leave one order, and nothing twice", async () => {
  using store = await testStore();
  const olena = await createOlena(store);
  const photos = [await add(store, olena), await add(store, olena), await add(store, olena), await add(store, olena)];
  for (const photo of photos) await judge(store, photo, true);
  const [a, b, c, d] = photos as [GalleryPhoto, GalleryPhoto, GalleryPhoto, GalleryPhoto];
  const other = asOtherProcess(store);
  const removals = await Promise.all([
    removePhoto(store, olena.id, b.id),
    removePhoto(other, olena.id, b.id),
    changePhoto(other, olena.id, d.id, { position: 1 }),
    changePhoto(store, olena.id, a.id, { position: 4 }),
  ]);
  expect(removals.map(({ ok }) => ok).sort()).toEqual([false, true, true, true]);
  expect(new Set(await idsOf(store, olena))).toEqual(new Set([a.id, c.id, d.id]));
  expect((await idsOf(store, olena)).at(-1)).toBe(a.id);
  expect(await audit(store)).toEqual([]);
});

Deno.test("a photo that its owner removes while somebody approves it is not shown", async () => {
  using store = await testStore();
  const olena = await createOlena(store);
  const photo = await add(store, olena);
  const slow = afterMeanwhile(
    { ...store, mutexes: asOtherProcess(store).mutexes },
    () => removePhoto(store, olena.id, photo.id),
  );
  expect(await judge(slow, photo, true)).toMatchObject({ ok: false, reason: "not_found" });
  expect([await photosOf(store, olena), (await userById(store, olena.id))!.photo]).toEqual([[], null]);
  expect(await audit(store)).toEqual([]);
});

Deno.test("another square is shown under another address, and the former files go in an hour", async () => {
  using store = await testStore();
  const james = await createJames(store);
  const photo = await add(store, james);
  await judge(store, photo, true);
  const cut = await store.ids.next("photo_cut");
  const wish = { crop: { left: 0, top: 0, side: 500 }, cut, bytes: { quad: 9, avatar: 8 } };
  expect((await recutPhoto(store, james.id, photo.id, wish)).ok).toBe(true);
  expect((await userById(store, james.id))!.photo!.pathOfQuad).toMatch(new RegExp(`/quad-${cut}$`));
  const { token, cut: former } = uploadOf(photo);
  const unneeded = (cut: number) => unneededPhotoFiles(store, { ownerId: james.id, token, cut });
  // Open pages and mails may still show it.
  expect(await unneeded(former)).toEqual([]);
  store.clock.advance({ hours: 1 });
  expect(await unneeded(former)).toEqual([
    `photos/${token}/quad-${former}.webp`,
    `photos/${token}/avatar-${former}.webp`,
  ]);
  expect(await unneeded(cut)).toEqual([]);
  const outside = await recutPhoto(store, james.id, photo.id, { ...wish, crop: { left: 401, top: 0, side: 500 } });
  expect(outside).toMatchObject({ reason: "invalid", fields: { crop: "wrong_value" } });
  expect(await audit(store)).toEqual([]);
});

Deno.test("files that no gallery came to know are cleared away in a day, those of a photo never", async () => {
  using store = await testStore();
  const james = await createJames(store);
  const lost = await pictureFacts(store);
  await expectPhotoFiles(store, james.id, lost);
  const facts = await pictureFacts(store);
  await expectPhotoFiles(store, james.id, facts);
  await addPhoto(store, james.id, facts);
  const gone: string[] = [];
  const work = () =>
    runDueJobs(store, async (job) => {
      if (job.kind === "photo_files") gone.push(...await unneededPhotoFiles(store, job));
    }, () => {});
  await work();
  expect(gone).toEqual([]);
  store.clock.advance({ days: 1, seconds: 1 });
  await work();
  expect(gone.length).toBe(5);
  expect(gone.every((name) => name.startsWith(`photos/${lost.token}/`))).toBe(true);
});

Deno.test("a gallery holds twenty, counted also when two come at once", async () => {
  using store = await testStore();
  const james = await createJames(store);
  for (let n = 0; n < photosAtMost - 1; n++) await add(store, james);
  const facts = [await pictureFacts(store), await pictureFacts(store)];
  const both = await Promise.all(facts.map((each, at) => addPhoto(at ? asOtherProcess(store) : store, james.id, each)));
  expect(both.filter(({ ok }) => ok).length).toBe(1);
  expect(both.find(({ ok }) => !ok)).toMatchObject({ reason: "too_many_photos" });
  expect((await photosOf(store, james)).length).toBe(photosAtMost);
});

Deno.test("a translator has one portrait, counted also when two come at once", async () => {
  using store = await testStore();
  const nadia = await createNadia(store);
  const facts = [await pictureFacts(store), await pictureFacts(store)];
  const both = await Promise.all(facts.map((each, at) => addPhoto(at ? asOtherProcess(store) : store, nadia.id, each)));
  expect(both.filter(({ ok }) => ok).length).toBe(1);
  expect(both.find(({ ok }) => !ok)).toMatchObject({ reason: "conflict" });
  const [portrait] = await photosOf(store, nadia);
  expect((await removePhoto(store, nadia.id, portrait!.id)).ok).toBe(true);
  expect((await addPhoto(store, nadia.id, await pictureFacts(store))).ok).toBe(true);
});

Deno.test("another's photos cannot be changed, and an address names one part of one photo", async () => {
  using store = await testStore();
  const { james, wei } = await createPeople(store);
  const photo = await add(store, james);
  const refusals = [
    await changePhoto(store, wei.id, photo.id, { position: 1 }),
    await removePhoto(store, wei.id, photo.id),
    await removePhoto(store, 1, photo.id),
  ];
  for (const refusal of refusals) expect(refusal).toMatchObject({ ok: false, reason: "not_found" });
  const photos = await photosOf(store, james);
  const { token, cut } = uploadOf(photo);
  const at = (name: string) => photoAt(photos, { token, name, nowMs: store.now() });
  expect(at(`quad-${cut}`)).toMatchObject({ file: `photos/${token}/quad-${cut}.webp` });
  expect(photoFile(uploadOf(photo), "medium")).toBe(`photos/${token}/medium.webp`);
  for (const name of ["quad", `quad-${cut + 1}`, `full-${cut}`, "large.webp", "../large", ""]) {
    expect([name, at(name)]).toEqual([name, null]);
  }
});

Deno.test("a square is whole, inside, and no smaller than need be", () => {
  const picture = { width: 900, height: 600 };
  expect(isCropPossible({ left: 300, top: 0, side: 600 }, picture)).toBe(true);
  for (const [left, top, side] of [[301, 0, 600], [0, 1, 600], [-1, 0, 300], [0.5, 0, 300], [0, 0, 159], [0, 0, NaN]]) {
    expect(isCropPossible({ left: left!, top: top!, side: side! }, picture)).toBe(false);
  }
  expect(isCropPossible({ left: 0, top: 0, side: 40 }, { width: 40, height: 90 })).toBe(true);
});

Deno.test("what one process adds to a gallery while another does is not lost", async () => {
  using store = await testStore();
  const james = await createJames(store);
  const other = asOtherProcess(store);
  const facts = await pictureFacts(store);
  const slow = afterMeanwhile(store, () => add(other, james));
  await addPhoto(slow, james.id, facts);
  expect((await photosOf(store, james)).length).toBe(2);
  expect(await audit(store)).toEqual([]);
});
