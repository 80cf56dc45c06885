/** Pictures in letters: uploaded, sent, shown to the two, refused by their content, and cleared away. */
import { auditLines } from "../../kv/audit_log.ts";
import { expect } from "expect";
import sharp from "sharp";
import { balanceOf } from "../../kv/ledger.ts";
import { audit } from "../../kv/audit.ts";
import type { User } from "../../kv/users.ts";
import * as pictures from "../../services/pictures_for_test.ts";
import { testApp, type TestSite, type Visitor } from "../testing.ts";
import { read, refused, silent } from "./testing.ts";

interface Attachment {
  id: string;
  path: string;
  thumb: string;
  type: string;
  width: number;
  height: number;
  size: number;
}
interface Letter {
  id: number;
  body: string | null;
  attachments: Attachment[];
}

interface Desk {
  james: User;
  olena: User;
  asJames: Visitor;
  asOlena: Visitor;
}

async function withDesk(site: TestSite, credits = 200): Promise<Desk> {
  const james = await site.addMan({ firstname: "James", credits });
  const olena = await site.addLady({ firstname: "Olena" });
  return { james, olena, asJames: await site.visitorAs(james), asOlena: await site.visitorAs(olena) };
}

type Bytes = Uint8Array<ArrayBuffer>;
const fileOf = (bytes: Bytes, name: string, type = "image/jpeg") => new File([bytes], name, { type });

/** A multipart call as our own page makes it; a list is several fields of one name. */
function send(from: Visitor, path: string, fields: Record<string, string | (File | string)[]>, headers = {}) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) for (const each of [value].flat()) body.append(name, each);
  return from.request(path, { method: "POST", body, headers: { origin: from.origin, ...headers } });
}

const upload = async (from: Visitor, bytes: Bytes, name = "spring.jpg") =>
  (await read<{ attachment: Attachment }>(send(from, "/api/mail/attachments", { file: [fileOf(bytes, name)] })))
    .attachment;

async function statusOf(answer: Response | Promise<Response>): Promise<number> {
  const { status, body } = await answer;
  await body?.cancel();
  return status;
}

const storedFiles = async (site: TestSite) => (await Array.fromAsync(site.house.storage.list())).length;

Deno.test("James sends three pictures with his letter, and Olena sees them", async () => {
  await using site = await testApp();
  const { james, olena, asJames, asOlena } = await withDesk(site);
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

Deno.test("pictures uploaded before are sent by their ids, in JSON and in forms", async () => {
  await using site = await testApp();
  const { olena, asJames } = await withDesk(site);
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
  const { olena, asJames } = await withDesk(site);
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
  const { james, olena, asJames } = await withDesk(site);
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
  expect(await storedFiles(site)).toBe(0);
  expect((await read<{ totalCount: number }>(asJames.get("/api/mail?type=outbox"))).totalCount).toBe(0);
  const { lines } = await auditLines(site.store, { page: 1, limit: 100 });
  expect(new Set(lines.map(({ action, actorId }) => `${action} ${actorId}`))).toEqual(
    new Set([`picture_refused ${james.id}`]),
  );
});

Deno.test("a letter that cannot be paid keeps nothing of its pictures", async () => {
  await using site = await testApp();
  const { olena, asJames } = await withDesk(site, 3);
  const fields = {
    recipientId: String(olena.id),
    body: "Dear Olena.",
    "attachments[]": [fileOf(await pictures.jpeg(), "a.jpg")],
  };
  await refused(send(asJames, "/api/mail", fields), 402, "insufficient_credits");
  expect(await storedFiles(site)).toBe(0);
});

Deno.test("the same key with the same file is one letter, with another file a refusal", async () => {
  await using site = await testApp();
  const { james, olena, asJames } = await withDesk(site);
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
  // A crash may have come between the letter and the memory of its answer.
  for await (const entry of site.store.kv.list({ prefix: ["idempotent_call"] })) await site.store.kv.delete(entry.key);
  const again = await read<{ letter: Letter }>(send(asJames, "/api/mail", fields(bytes), key));
  expect(again.letter.id).toBe(first.letter.id);
  expect(await balanceOf(site.store, james.id)).toBe(190);
  expect(await storedFiles(site)).toBe(2);
});

Deno.test("of a sealed letter there is nothing of its pictures: not in calls, not at their address", async () => {
  await using site = await testApp();
  const { james, olena, asJames, asOlena } = await withDesk(site);
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

Deno.test("a picture is shown to the two alone; to everybody else its address is none", async () => {
  await using site = await testApp();
  const { olena, asJames, asOlena } = await withDesk(site);
  const others = [
    site.visitor(),
    await site.visitorAs(await site.addMan({ firstname: "Wei" })),
    await site.visitorAs(await site.addLady({ firstname: "Daria" })),
    await site.visitorAs(await site.addPerson({ groupId: 3 })),
    await site.visitorAs(await site.addPerson({ groupId: 5 })),
  ];
  const loose = await upload(asJames, await pictures.jpeg());
  for (const visitor of [...others, asOlena]) expect(await statusOf(visitor.get(loose.path))).toBe(404);
  expect(await statusOf(asJames.get(loose.path))).toBe(200);
  await read(asJames.call("POST", "/api/mail", { recipientId: olena.id, body: "Look.", attachments: [loose.id] }));
  expect(await statusOf(asOlena.get(loose.path))).toBe(200);
  for (const visitor of others) {
    for (const path of [loose.path, loose.thumb]) {
      const answer = await visitor.get(path);
      expect([answer.status, answer.headers.get("cache-control")]).toEqual([404, "no-store"]);
    }
  }
  for (const path of ["/letter-files/x/full", `/letter-files/${loose.id}/raw`, `/letter-files/${loose.id}`]) {
    expect(await statusOf(asJames.get(path))).toBe(404);
  }
});

Deno.test("an answer with a picture is a mere file: kept by one browser, never run, in parts where asked", async () => {
  await using site = await testApp();
  const { asJames } = await withDesk(site);
  const { path, size } = await upload(asJames, await pictures.jpeg());
  const whole = await asJames.get(path);
  const bytes = new Uint8Array(await whole.arrayBuffer());
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    "cache-control": "private, max-age=31536000, immutable",
    "content-type": "image/webp",
    "content-length": String(size),
    "content-disposition": 'inline; filename="picture-full.webp"',
    "content-security-policy": "default-src 'none'; sandbox",
    "cross-origin-resource-policy": "same-origin",
    "accept-ranges": "bytes",
    "x-content-type-options": "nosniff",
  });
  const etag = whole.headers.get("etag")!;
  const again = await asJames.get(path, { headers: { "if-none-match": etag } });
  expect([again.status, await again.text()]).toEqual([304, ""]);

  const part = async (headers: Record<string, string>) => {
    const answer = await asJames.get(path, { headers });
    return {
      status: answer.status,
      range: answer.headers.get("content-range"),
      bytes: new Uint8Array(await answer.arrayBuffer()),
    };
  };
  expect(await part({ range: "bytes=10-19" }))
    .toEqual({ status: 206, range: `bytes 10-19/${size}`, bytes: bytes.slice(10, 20) });
  expect(await part({ range: "bytes=-5", "if-range": etag }))
    .toEqual({ status: 206, range: `bytes ${size - 5}-${size - 1}/${size}`, bytes: bytes.slice(-5) });
  expect((await part({ range: "bytes=10-19", "if-range": '"another"' })).status).toBe(200);
  expect(await part({ range: `bytes=${size}-` })).toMatchObject({ status: 416, range: `bytes */${size}` });

  const head = await asJames.request(path, { method: "HEAD" });
  expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, String(size), ""]);
});

Deno.test("a picture can be taken back until a letter has it, by its owner alone", async () => {
  await using site = await testApp();
  const { olena, asJames, asOlena } = await withDesk(site);
  const { id, path } = await upload(asJames, await pictures.jpeg());
  await refused(asOlena.call("DELETE", `/api/mail/attachments/${id}`), 404, "not_found");
  await silent(asJames.call("DELETE", `/api/mail/attachments/${id}`));
  await refused(asJames.call("DELETE", `/api/mail/attachments/${id}`), 404, "not_found");
  expect(await statusOf(asJames.get(path))).toBe(404);
  expect(await storedFiles(site)).toBe(0);
  const failure = await refused(
    asJames.call("POST", "/api/mail", { recipientId: olena.id, body: "x", attachments: [id] }),
    422,
    "invalid",
  );
  expect(Object.keys(failure.fields!)).toEqual(["attachments[0]"]);

  const sent = await upload(asJames, await pictures.jpeg());
  await read(asJames.call("POST", "/api/mail", { recipientId: olena.id, body: "x", attachments: [sent.id] }));
  await refused(asJames.call("DELETE", `/api/mail/attachments/${sent.id}`), 404, "not_found");
});

Deno.test("after a day files that no letter has are gone, those of letters stay", async () => {
  await using site = await testApp();
  const { olena, asJames } = await withDesk(site);
  const loose = await upload(asJames, await pictures.jpeg());
  const sent = await upload(asJames, await pictures.jpeg(60, 60));
  await read(asJames.call("POST", "/api/mail", { recipientId: olena.id, body: "x", attachments: [sent.id] }));
  expect(await storedFiles(site)).toBe(4);
  site.advance(24 * 3600_000 + 1000);
  await site.deliverMails();
  const names = await Array.fromAsync(site.house.storage.list());
  expect(names.sort()).toEqual([`letters/${sent.id}/full.webp`, `letters/${sent.id}/thumb.webp`]);
  expect(names.some((name) => name.includes(loose.id))).toBe(false);
});

Deno.test("an upload needs a file and a person, and a hundred an hour are enough", async () => {
  await using site = await testApp();
  const { asJames } = await withDesk(site);
  const file = fileOf(await pictures.jpeg(), "a.jpg");
  await refused(send(site.visitor(), "/api/mail/attachments", { file: [file] }), 401, "not_signed_in");
  await refused(asJames.call("POST", "/api/mail/attachments", { file: "text" }), 422, "invalid");
  await refused(send(asJames, "/api/mail/attachments", { file: ["text"] }), 422, "invalid");
  const rubbish = fileOf(new Uint8Array(20), "a.jpg");
  for (let n = 0; n < 100; n++) await refused(send(asJames, "/api/mail/attachments", { file: [rubbish] }), 415);
  const refusal = await send(asJames, "/api/mail/attachments", { file: [file] });
  expect(Number(refusal.headers.get("retry-after"))).toBeGreaterThan(0);
  await refused(refusal, 429, "too_many_requests");
  site.advance(3600_000);
  await upload(asJames, await pictures.jpeg());
});

Deno.test("thirteen megabytes of pictures come in, where letters are written and nowhere else", async () => {
  await using site = await testApp();
  const { james, olena, asJames } = await withDesk(site);
  const large = await pictures.pictureOfBytes(4096 * 1024);
  const three = [1, 2, 3].map((n) => fileOf(large, `${n}.jpg`));
  const fields = { recipientId: String(olena.id), body: "x", "attachments[]": three };
  const { letter } = await read<{ letter: Letter }>(send(asJames, "/api/mail", fields));
  expect(letter.attachments.length).toBe(3);
  for (const path of ["/api/users", "/api/authorization"]) {
    expect(await statusOf(send(asJames, path, fields))).toBe(413);
  }
  await refused(send(asJames, "/api/mail", { ...fields, more: [...three, ...three] }), 413, "too_large");
  const said = { "content-length": "200000000" };
  await refused(send(asJames, "/api/mail", { recipientId: "1" }, said), 413, "too_large");
  const json = { recipientId: olena.id, body: "x", more: "a".repeat(2_000_000) };
  await refused(asJames.call("POST", "/api/mail", json), 413, "too_large");
  expect(await balanceOf(site.store, james.id)).toBe(190);
});

Deno.test("twenty uploads at once are all kept while the site goes on answering", async () => {
  await using site = await testApp();
  const { asJames, asOlena } = await withDesk(site);
  const bytes = await pictures.jpeg(4000, 3000);
  const uploads = Promise.all(Array.from({ length: 20 }, () => upload(asJames, bytes)));
  let longestMs = 0;
  let isDone = false;
  uploads.finally(() => isDone = true);
  for (let n = 0; n < 40 && !isDone; n++) {
    const startedAt = performance.now();
    await read(asOlena.get("/api/mail/counter"));
    longestMs = Math.max(longestMs, performance.now() - startedAt);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(new Set((await uploads).map(({ id }) => id)).size).toBe(20);
  expect(longestMs).toBeLessThan(1000);
});
