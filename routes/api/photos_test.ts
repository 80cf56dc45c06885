/** Photos by calls: added, put in order, captioned, cut, removed; who sees which; what is refused. */
import { expect } from "expect";
import sharp from "sharp";
import { agency } from "../../kv/accounts/users.ts";
import { audit } from "../../kv/records/audit.ts";
import { auditRecords } from "../../kv/store/audit_log.ts";
import { takeDown } from "../../kv/testing/publication.ts";
import { decide } from "../../kv/vetting/approval_decisions.ts";
import { approvalOf } from "../../kv/vetting/approvals.ts";
import * as pictures from "../../services/testing/pictures.ts";
import type { WirePhoto } from "../files/photo_shapes.ts";
import { testApp, type TestSite, type Visitor } from "../testing/site.ts";
import { read, refused, silent, withCorrespondents } from "./testing/calls.ts";
import { type Bytes, fileOf, send, statusOf, storedFiles } from "./testing/pictures.ts";

const upload = async (from: Visitor, bytes?: Bytes, name = "spring.jpg"): Promise<WirePhoto> =>
  (await read<{ photo: WirePhoto }>(
    send(from, "/api/photos/", { photo: [fileOf(bytes ?? await pictures.jpeg(), name)] }),
  )).photo;

const photosOf = async (from: Visitor, id: number) =>
  (await read<{ photos: WirePhoto[]; totalCount: number }>(from.get(`/api/users/${id}/photos`))).photos;

async function approve(site: TestSite, { id }: WirePhoto, isApproved = true): Promise<void> {
  const { id: approvalId } = (await approvalOf(site.store, { kind: "photo", subjectId: id }))!;
  expect((await decide(site.store, approvalId, isApproved)).ok).toBe(true);
}

const patch = (from: Visitor, id: number, body: unknown) => from.call("PATCH", `/api/photos/${id}`, body);

Deno.test("a lady's new photo waits and is seen by herself alone; approved it is her picture everywhere", async () => {
  await using site = await testApp();
  const { olena, asJames, asOlena } = await withCorrespondents(site);
  const photo = await upload(asOlena, await pictures.jpegFromTelephone(), "../../etc/passwd.jpg");
  expect(photo).toMatchObject({ isWaiting: true, isShown: false, isMain: false, caption: "", wishedCaption: null });
  expect(photo.crop).toEqual({ left: 0, top: 66, side: 200, width: 200, height: 400 });
  expect(JSON.stringify(photo)).not.toMatch(/passwd|\.\./);
  const guest = site.visitor();
  const addresses = Object.values(photo.sizes);
  expect(Object.keys(photo.sizes).sort()).toEqual(["avatar", "full", "large", "medium", "quad"]);
  for (const address of addresses) {
    const own = await asOlena.get(address);
    const bytes = new Uint8Array(await own.arrayBuffer());
    expect([own.status, own.headers.get("content-type"), own.headers.get("cache-control")])
      .toEqual([200, "image/webp", "private, max-age=86400"]);
    expect(own.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
    const head = await sharp(bytes).metadata();
    expect([head.format, head.exif, head.orientation]).toEqual(["webp", undefined, undefined]);
    for (const other of [guest, asJames]) expect(await statusOf(other.get(address))).toBe(404);
  }
  expect(await photosOf(asJames, olena.id)).toEqual([]);
  const girlOf = async (from: Visitor) =>
    (await read<{ girl: { mainphoto: { path: string } } }>(from.get(`/api/girls/${olena.id}`))).girl;
  expect((await girlOf(guest)).mainphoto.path).toMatch(/no-avatar/);

  await approve(site, photo);
  expect((await girlOf(guest)).mainphoto).toMatchObject({ path: photo.path, pathOfQuad: photo.pathOfQuad });
  expect(await photosOf(guest, olena.id)).toEqual([
    { id: photo.id, path: photo.path, pathOfQuad: photo.pathOfQuad, sizes: photo.sizes, caption: "", isMain: true },
  ]);
  const { user } = await read<{ user: { mainphoto: { id: number }; photo: { id: number } } }>(
    asOlena.get("/api/users"),
  );
  expect([user.mainphoto.id, user.photo.id]).toEqual([photo.id, photo.id]);
  for (const address of addresses) {
    const answer = await guest.get(address);
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "public, max-age=86400"]);
    await answer.body?.cancel();
  }
  expect(await audit(site.store)).toEqual([]);
});

Deno.test("guests see one of her photos, men all, other ladies none; unpublished she shows nothing", async () => {
  await using site = await testApp();
  const { olena, asJames, asOlena } = await withCorrespondents(site);
  const asDaria = await site.visitorAs(await site.addLady({ firstname: "Daria" }));
  const photos: WirePhoto[] = [];
  for (let n = 0; n < 4; n++) {
    photos.push(await upload(asOlena, await pictures.jpeg(60, 80)));
    await approve(site, photos[n]!);
  }
  const guest = site.visitor();
  const four = `/api/users/${olena.id}/photos`;
  expect((await photosOf(guest, olena.id)).map(({ id }) => id)).toEqual([photos[0]!.id]);
  expect((await read<{ totalCount: number }>(guest.get(four))).totalCount).toBe(4);
  expect((await photosOf(asJames, olena.id)).length).toBe(4);
  await refused(asDaria.get(four), 403, "wrong_role");
  const last = photos[1]!.path;
  expect(await statusOf(guest.get(last))).toBe(404);
  expect(await statusOf(asDaria.get(last))).toBe(404);
  expect(await statusOf(asJames.get(last))).toBe(200);
  await takeDown(site.store, olena.id);
  for (const each of [guest, asJames, asDaria]) await refused(each.get(four), 404, "not_found");
  expect(await statusOf(guest.get(photos[0]!.path))).toBe(404);
  expect((await photosOf(asOlena, olena.id)).length).toBe(4);
});

Deno.test("a man's photos are for ladies and himself", async () => {
  await using site = await testApp();
  const { james, asJames, asOlena } = await withCorrespondents(site);
  const asWei = await site.visitorAs(await site.addMan({ firstname: "Wei" }));
  const asDaria = await site.visitorAs(await site.addLady({ firstname: "Daria" }, { isPublished: false }));
  const photo = await upload(asJames);
  expect(await photosOf(asOlena, james.id)).toEqual([]);
  await approve(site, photo);
  expect((await photosOf(asOlena, james.id)).map(({ id }) => id)).toEqual([photo.id]);
  const path = `/api/users/${james.id}/photos`;
  await refused(site.visitor().get(path), 404, "not_found");
  // To him a man's number is like one that is nobody's.
  await refused(asWei.get(path), 404, "not_found");
  expect(await statusOf(asOlena.get(photo.sizes.avatar!))).toBe(200);
  for (const other of [asWei, asDaria, site.visitor()]) expect(await statusOf(other.get(photo.path))).toBe(404);
  // A lady who is not shown herself sees no man whom she has not met.
  await refused(asDaria.get(path), 404, "not_found");
  await refused(asOlena.get("/api/users/999999/photos"), 404, "not_found");
  await refused(asOlena.get("/api/users/1e99/photos"), 404, "not_found");
});

Deno.test("order, main photo and captions are changed by their owner alone", async () => {
  await using site = await testApp();
  const { olena, asJames, asOlena } = await withCorrespondents(site);
  const [a, b] = [await upload(asOlena), await upload(asOlena)];
  for (const photo of [a, b]) await approve(site, photo);
  const order = async () =>
    (await photosOf(asOlena, olena.id)).map(({ id, isMain }) => `${id}${isMain ? " main" : ""}`);
  await read(patch(asOlena, b.id, { isMain: true }));
  expect(await order()).toEqual([`${b.id} main`, String(a.id)]);
  await read(patch(asOlena, b.id, { position: 2 }));
  expect(await order()).toEqual([`${a.id} main`, String(b.id)]);
  const { photo } = await read<{ photo: WirePhoto }>(patch(asOlena, a.id, { caption: "<b>Lviv</b>", position: 1 }));
  expect(photo).toMatchObject({ caption: "", wishedCaption: "<b>Lviv</b>", isWaiting: true, isShown: true });
  await approve(site, a);
  expect((await photosOf(asJames, olena.id))[0]!.caption).toBe("<b>Lviv</b>");

  for (const body of [{ isMain: true }, { caption: "mine" }, { crop: { left: 0, top: 0, side: 200 } }]) {
    await refused(patch(asJames, a.id, body), 404, "not_found");
  }
  await refused(asJames.call("DELETE", `/api/photos/${a.id}`), 404, "not_found");
  const wrong: [unknown, string][] = [
    [{ caption: "x".repeat(121) }, "caption"],
    [{ caption: "a\nb" }, "caption"],
    [{ caption: 7 }, "caption"],
    [{ position: 0 }, "position"],
    [{ position: "first" }, "position"],
    [{ isMain: false }, "isMain"],
    [{ crop: { left: 0, top: 0, side: 201 } }, "crop"],
    [{ crop: { left: -1, top: 0, side: 200 } }, "crop.left"],
    [{ crop: { left: 0, top: 0 } }, "crop.side"],
    [{ crop: "all" }, "crop"],
  ];
  for (const [body, field] of wrong) {
    expect(Object.keys((await refused(patch(asOlena, a.id, body), 422, "invalid")).fields!)).toEqual([field]);
  }
  await refused(patch(site.visitor(), a.id, { isMain: true }), 401, "not_signed_in");
  const asAgency = await site.visitorAs(await site.addPerson({ groupId: agency }));
  await refused(patch(asAgency, a.id, { isMain: true }), 403, "wrong_role");
  await refused(send(asAgency, "/api/photos", { photo: [fileOf(await pictures.jpeg(), "a.jpg")] }), 403, "wrong_role");
  expect(await audit(site.store)).toEqual([]);
});

Deno.test("another square has another address, and what it replaced is shown for an hour, then cleared away", async () => {
  await using site = await testApp();
  const { asJames, asOlena } = await withCorrespondents(site);
  // Left half red, right half blue.
  const photo = await upload(asOlena, await pictures.jpeg(800, 400));
  const { photo: cut } = await read<{ photo: WirePhoto }>(
    patch(asOlena, photo.id, { crop: { left: 400, top: 0, side: 400 } }),
  );
  expect(cut.pathOfQuad).not.toBe(photo.pathOfQuad);
  expect(cut.path).toBe(photo.path);
  const answer = await asOlena.get(cut.pathOfQuad);
  const [red, , blue] = await sharp(new Uint8Array(await answer.arrayBuffer())).extract({
    left: 20,
    top: 20,
    width: 1,
    height: 1,
  }).raw().toBuffer();
  expect([red! < 80, blue! > 180]).toEqual([true, true]);
  expect(await storedFiles(site)).toBe(7);
  const [former, avatar] = [await asOlena.get(photo.pathOfQuad), await asOlena.get(photo.sizes.avatar!)];
  const squares = [former, avatar].map(async (
    each,
  ) => [each.status, (await sharp(await each.arrayBuffer()).metadata()).width]);
  expect(await Promise.all(squares)).toEqual([[200, 400], [200, 160]]);
  expect(await statusOf(asJames.get(photo.pathOfQuad))).toBe(404);
  site.advance(3600_001);
  expect(await statusOf(asOlena.get(photo.pathOfQuad))).toBe(404);
  await site.runJobs();
  expect(await storedFiles(site)).toBe(5);
  expect(await statusOf(asOlena.get(cut.sizes.avatar!))).toBe(200);
});

Deno.test("a caption that is refused leaves the square as it was", async () => {
  await using site = await testApp();
  const { olena, asOlena } = await withCorrespondents(site);
  const { id, pathOfQuad } = await upload(asOlena, await pictures.jpeg(800, 400));
  const asked = { caption: "a".repeat(200), crop: { left: 5, top: 6, side: 300 } };
  await refused(patch(asOlena, id, asked), 422, "invalid");
  expect((await photosOf(asOlena, olena.id)).find((photo) => photo.id === id)).toMatchObject({ pathOfQuad });
});

Deno.test("a removed photo is gone with its files, and the next one takes its place", async () => {
  await using site = await testApp();
  const { olena, asOlena, asJames } = await withCorrespondents(site);
  const [a, b] = [await upload(asOlena), await upload(asOlena)];
  for (const photo of [a, b]) await approve(site, photo);
  await silent(asOlena.call("DELETE", `/api/photos/${a.id}`));
  await refused(asOlena.call("DELETE", `/api/photos/${a.id}`), 404, "not_found");
  expect(await statusOf(asJames.get(a.path))).toBe(404);
  expect((await photosOf(asJames, olena.id)).map(({ id, isMain }) => [id, isMain])).toEqual([[b.id, true]]);
  await site.runJobs();
  expect(await storedFiles(site)).toBe(5);
  expect(await audit(site.store)).toEqual([]);
});

Deno.test("what is no JPG, too large, broken or too much is refused in words and keeps nothing", async () => {
  await using site = await testApp();
  const { james, asJames } = await withCorrespondents(site);
  const good = await pictures.jpeg();
  const cases: [Bytes, number, string][] = [
    [await pictures.png(), 415, "unsupported_type"],
    [await pictures.gif(), 415, "unsupported_type"],
    [pictures.svg() as Bytes, 415, "unsupported_type"],
    [new Uint8Array(0), 415, "unsupported_type"],
    [await pictures.pictureOfBytes(5 * 1024 * 1024 + 1), 413, "too_large"],
    [good.slice(0, good.length / 2), 422, "invalid"],
    [await pictures.jpeg(12_001, 4), 422, "invalid"],
  ];
  for (const [bytes, status, code] of cases) {
    const failure = await refused(send(asJames, "/api/photos", { photo: [fileOf(bytes, "a.jpg")] }), status, code);
    expect(Object.keys(failure.fields!)).toEqual(["photo"]);
  }
  await refused(asJames.call("POST", "/api/photos", { photo: "text" }), 422, "invalid");
  await refused(send(site.visitor(), "/api/photos", { photo: [fileOf(good, "a.jpg")] }), 401, "not_signed_in");
  const endless = fileOf(await pictures.pictureOfBytes(7 * 1024 * 1024), "a.jpg");
  await refused(send(asJames, "/api/photos/", { photo: [endless] }), 413, "too_large");
  expect([await storedFiles(site), await photosOf(asJames, james.id)]).toEqual([0, []]);
  const { records } = await auditRecords(site.store, { page: 1, limit: 100 });
  expect(new Set(records.map(({ action, subject }) => `${action} ${subject}`))).toEqual(
    new Set(["picture_refused photo"]),
  );
});

Deno.test("the twenty-first photo is refused before it is looked at", async () => {
  await using site = await testApp();
  const { asJames } = await withCorrespondents(site);
  const bytes = await pictures.jpeg(20, 20);
  for (let n = 0; n < 20; n++) await upload(asJames, bytes);
  await refused(send(asJames, "/api/photos", { photo: [fileOf(bytes, "a.jpg")] }), 409, "too_many_photos");
  expect(await storedFiles(site)).toBe(100);
});

Deno.test("the same upload tried again is one photo", async () => {
  await using site = await testApp();
  const { james, asJames } = await withCorrespondents(site);
  const bytes = await pictures.jpeg();
  const once = () => send(asJames, "/api/photos", { photo: [fileOf(bytes, "a.jpg")] }, { "idempotency-key": "a-1" });
  expect(await read(once())).toEqual(await read(once()));
  expect((await photosOf(asJames, james.id)).length).toBe(1);
});

Deno.test("files whose record never came, and records whose files cannot be written, leave nothing", async () => {
  await using site = await testApp();
  const { james, asJames } = await withCorrespondents(site);
  const { storage } = site.deps;
  const put = storage.put.bind(storage);
  let written = 0;
  storage.put = (...file) => ++written > 2 ? Promise.reject(new Error("the disk is full")) : put(...file);
  expect(await statusOf(send(asJames, "/api/photos", { photo: [fileOf(await pictures.jpeg(), "a.jpg")] }))).toBe(500);
  storage.put = put;
  expect([await storedFiles(site), await photosOf(asJames, james.id)]).toEqual([2, []]);
  site.advance(24 * 3600_000 + 1);
  await site.runJobs();
  expect(await storedFiles(site)).toBe(0);
});

Deno.test("addresses of photos lead nowhere else", async () => {
  await using site = await testApp();
  const { james, asJames } = await withCorrespondents(site);
  const { path, sizes } = await upload(asJames);
  const token = path.split("/")[3]!;
  const odd = [
    `/photo-files/${james.id}/${token}/original`,
    `/photo-files/${james.id}/${token}/quad`,
    `/photo-files/${james.id + 1}/${token}/full`,
    `/photo-files/0${james.id}/${token}/full`,
    `/photo-files/${james.id}/..%2f..%2fletters/full`,
    `/photo-files/${james.id}/${"x".repeat(3000)}/full`,
    `${sizes.quad}0`,
  ];
  for (const address of odd) expect([address, await statusOf(asJames.get(address))]).toEqual([address, 404]);
  const again = await asJames.get(path, { headers: { "if-none-match": `"${token}-full"` } });
  expect(again.status).toBe(304);
});
