/** Pictures in letters: sent, shown to the two, refused by their content, sealed with their letter. */
import { expect } from "expect";
import sharp from "sharp";
import { balanceOf } from "../../../kv/credits/ledger/ledger.ts";
import { audit } from "../../../kv/records/audit.ts";
import { auditRecords } from "../../../kv/store/audit_log.ts";
import * as pictures from "../../../services/testing/pictures.ts";
import { testApp } from "../../testing/site.ts";
import { read, refused, withCorrespondents } from "../testing/calls.ts";
import { type Bytes, fileOf, type Letter, send, statusOf, storedFiles, upload } from "../testing/pictures.ts";

Deno.test("James sends three pictures with his letter, and Olena sees them", async () => {
  await using site = await testApp();
  const { james, olena, asJames, asOlena } = await withCorrespondents(site);
  const { letter } = await read<{ letter: Letter }>(send(asJames, "/api/mail", {
    recipientId: String(olena.id),
    body: "Look at these.",
    "attachments[]": [
      fileOf(await pictures.jpegFromTelephone(), "IMG_0001.JPG"),
      fileOf(await pictures.png(3000, 1500), "second.png"),
      fileOf(await pictures.movingGif(), "third.gif"),
    ],
  }));
  expect(letter.attachments.map(({ width, height }) => [width, height])).toEqual([[200, 400], [2048, 1024], [40, 40]]);
  expect(await balanceOf(site.store, james.id)).toBe(190);
  const received = await read<{ letter: Letter }>(asOlena.get(`/api/mail/${letter.id}`));
  expect(received.letter.attachments).toEqual(letter.attachments);
  for (const { path, thumb, type, size } of letter.attachments) {
    const answer = await asOlena.get(path);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect([answer.status, answer.headers.get("content-type"), bytes.length]).toEqual([200, type, size]);
    const head = await sharp(bytes).metadata();
    expect([head.format, head.exif]).toEqual(["webp", undefined]);
    const small = await asOlena.get(thumb);
    expect([small.status, (await sharp(new Uint8Array(await small.arrayBuffer())).metadata()).width! <= 320])
      .toEqual([200, true]);
  }
  expect(JSON.stringify(received)).not.toMatch(/IMG_0001|second\.png/);
  expect(await audit(site.store)).toEqual([]);
});

Deno.test("a picture on a page that James left open is not kept for Wei, who has signed in there since", async () => {
  await using site = await testApp();
  const { james, olena, asJames } = await withCorrespondents(site);
  const asWei = await site.visitorAs(await site.addMan({ firstname: "Wei" }));
  const page = await (await asJames.get(`/en/man/mail/new-conversation/${olena.id}`)).text();
  const path = `/api/mail/attachments?user=${james.id}`;
  expect(page).toContain(`/en${path}`);
  const file = [fileOf(await pictures.jpeg(), "his.jpg")];
  await refused(send(asWei, path, { file }), 403, "forbidden");
  expect(await storedFiles(site)).toBe(0);
  await read(send(asJames, path, { file }));
});

Deno.test("pictures uploaded before are sent by their ids, in JSON and in forms", async () => {
  await using site = await testApp();
  const { olena, asJames } = await withCorrespondents(site);
  for (const name of ["attachments", "attachments[]"]) {
    const { id } = await upload(asJames, await pictures.jpeg());
    const sent = await read<{ letter: Letter }>(
      asJames.call("POST", "/api/mail", { recipientId: olena.id, body: name, [name]: [id] }),
    );
    expect(sent.letter.attachments.map((each) => each.id)).toEqual([id]);
  }
  const early = await upload(asJames, await pictures.jpeg());
  const fields = {
    recipientId: String(olena.id),
    body: "Both.",
    "attachments[]": [early.id, fileOf(await pictures.gif(), "b.gif")],
  };
  const { letter } = await read<{ letter: Letter }>(send(asJames, "/api/mail", fields));
  expect(letter.attachments.length).toBe(2);
  expect(letter.attachments[0]!.id).toBe(early.id);
});

Deno.test("a list of pictures is a list, however a program writes its fields", async () => {
  await using site = await testApp();
  const { olena, asJames } = await withCorrespondents(site);
  const picture = fileOf(await pictures.png(40, 30), "spring.png");
  const letterWith = (fields: Record<string, File[]>) =>
    send(asJames, "/api/mail", { recipientId: String(olena.id), body: "Look", ...fields });
  const ways: Record<string, File[]>[] = [{ attachments: [picture, picture] }, {
    "attachments[0]": [picture],
    "attachments[1]": [picture],
  }];
  for (const fields of ways) {
    const { letter } = await read<{ letter: Letter }>(letterWith(fields));
    expect(letter.attachments.length).toBe(2);
  }
  const four = Object.fromEntries([0, 1, 2, 3].map((place) => [`attachments[${place}]`, [picture]]));
  await refused(letterWith(four), 422, "invalid");
});

Deno.test("one bad picture and nothing is sent, charged or kept; each fault is named", async () => {
  await using site = await testApp();
  const { james, olena, asJames } = await withCorrespondents(site);
  const good = await pictures.jpeg();
  const cases: [Bytes, number, string][] = [
    [pictures.svg() as Bytes, 415, "unsupported_type"],
    [await pictures.pictureOfBytes(4097 * 1024), 413, "too_large"],
    [await pictures.bomb(20_000, 20_000), 422, "invalid"],
    [good.slice(0, good.length / 2), 422, "invalid"],
    [new Uint8Array(0), 415, "unsupported_type"],
  ];
  for (const [bytes, status, code] of cases) {
    const fields = {
      recipientId: String(olena.id),
      body: "Dear Olena.",
      "attachments[]": [fileOf(good, "good.jpg"), fileOf(bytes, "holiday.png", "image/png")],
    };
    const failure = await refused(send(asJames, "/api/mail", fields), status, code);
    expect(Object.keys(failure.fields!)).toEqual(["attachments[1]"]);
  }
  const both = [fileOf(pictures.svg() as Bytes, "a.svg"), fileOf(good.slice(0, 50), "b.jpg")];
  const failure = await refused(
    send(asJames, "/api/mail", { recipientId: String(olena.id), body: "x", "attachments[]": both }),
    415,
  );
  expect(Object.keys(failure.fields!)).toEqual(["attachments[0]", "attachments[1]"]);
  const four = Array.from({ length: 4 }, (_, n) => fileOf(good, `${n}.jpg`));
  const tooMany = send(asJames, "/api/mail", { recipientId: String(olena.id), body: "x", "attachments[]": four });
  expect(Object.keys((await refused(tooMany, 422, "invalid")).fields!)).toEqual(["attachments"]);
  const odd = asJames.call("POST", "/api/mail", { recipientId: olena.id, body: "x", attachments: [{ id: 1 }] });
  expect(Object.keys((await refused(odd, 422, "invalid")).fields!)).toEqual(["attachments[0]"]);
  expect(await balanceOf(site.store, james.id)).toBe(200);
  await site.runJobs();
  expect(await storedFiles(site)).toBe(0);
  expect((await read<{ totalCount: number }>(asJames.get("/api/mail?type=outbox"))).totalCount).toBe(0);
  const { records } = await auditRecords(site.store, { page: 1, limit: 100 });
  expect(new Set(records.map(({ action, actorId }) => `${action} ${actorId}`))).toEqual(
    new Set([`picture_refused ${james.id}`]),
  );
});

Deno.test("a letter that cannot be paid keeps nothing of its pictures", async () => {
  await using site = await testApp();
  const { olena, asJames } = await withCorrespondents(site, 3);
  const fields = {
    recipientId: String(olena.id),
    body: "Dear Olena.",
    "attachments[]": [fileOf(await pictures.jpeg(), "a.jpg")],
  };
  await refused(send(asJames, "/api/mail", fields), 402, "insufficient_credits");
  await site.runJobs();
  expect(await storedFiles(site)).toBe(0);
});

Deno.test("the same key with the same file is one letter, with another file a refusal", async () => {
  await using site = await testApp();
  const { james, olena, asJames } = await withCorrespondents(site);
  const key = { "idempotency-key": "three-presses" };
  const fields = (bytes: Bytes) => ({
    recipientId: String(olena.id),
    body: "Once.",
    "attachments[]": [fileOf(bytes, "a.jpg")],
  });
  const bytes = await pictures.jpeg();
  const first = await read<{ letter: Letter }>(send(asJames, "/api/mail", fields(bytes), key));
  expect(await read(send(asJames, "/api/mail", fields(bytes), key))).toEqual(first);
  const other = send(asJames, "/api/mail", fields(await pictures.jpeg(50, 50)), key);
  await refused(other, 422, "idempotency_key_reused");
  // As after a crash between the letter and the record of its answer.
  for await (const entry of site.store.kv.list({ prefix: ["idempotent_call"] })) await site.store.kv.delete(entry.key);
  const again = await read<{ letter: Letter }>(send(asJames, "/api/mail", fields(bytes), key));
  expect(again.letter.id).toBe(first.letter.id);
  expect(await balanceOf(site.store, james.id)).toBe(190);
  await site.runJobs();
  expect(await storedFiles(site)).toBe(2);
});

Deno.test("of a sealed letter there is nothing of its pictures: not in calls, not at their address", async () => {
  await using site = await testApp();
  const { james, olena, asJames, asOlena } = await withCorrespondents(site);
  await read(asJames.call("POST", "/api/mail", { recipientId: olena.id, body: "Hello." }));
  const fields = {
    recipientId: String(james.id),
    body: "Sealed.",
    "attachments[]": [fileOf(await pictures.jpeg(), "a.jpg")],
  };
  const { letter } = await read<{ letter: Letter }>(send(asOlena, "/api/mail", fields));
  const [inside] = letter.attachments;
  for (const path of [`/api/mail/${letter.id}`, "/api/mail?type=inbox", "/api/dialogues", "/man/mail/inbox"]) {
    const text = await (await asJames.get(path)).text();
    expect(text).not.toContain(inside!.id);
    expect(text).not.toContain("letter-files");
  }
  const { letter: locked } = await read<{ letter: Letter }>(asJames.get(`/api/mail/${letter.id}`));
  expect([locked.body, locked.attachments]).toEqual([null, []]);
  expect(await statusOf(asJames.get(inside!.path))).toBe(404);
  expect(await statusOf(asJames.get(inside!.thumb))).toBe(404);
  await read(asJames.call("PATCH", `/api/mail/${letter.id}`, { isPaid: true }));
  const opened = await read<{ letter: Letter }>(asJames.get(`/api/mail/${letter.id}`));
  expect(opened.letter.attachments).toEqual(letter.attachments);
  expect(await statusOf(asJames.get(inside!.path))).toBe(200);
});
