/** The files of pictures: whose they are, how they are answered, taken back, cleared away, and how many come in. */
import { expect } from "expect";
import { balanceOf } from "../../../kv/credits/ledger/ledger.ts";
import * as pictures from "../../../services/testing/pictures.ts";
import { testApp } from "../../testing/site.ts";
import { read, refused, silent, withCorrespondents } from "../testing/calls.ts";
import { fileOf, type Letter, send, statusOf, storedFiles, upload } from "../testing/pictures.ts";

Deno.test("a picture is shown to the two alone; to everybody else its address is none", async () => {
  await using site = await testApp();
  const { olena, asJames, asOlena } = await withCorrespondents(site);
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
  const { asJames } = await withCorrespondents(site);
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
  const { olena, asJames, asOlena } = await withCorrespondents(site);
  const { id, path } = await upload(asJames, await pictures.jpeg());
  await refused(asOlena.call("DELETE", `/api/mail/attachments/${id}`), 404, "not_found");
  await silent(asJames.call("DELETE", `/api/mail/attachments/${id}`));
  await refused(asJames.call("DELETE", `/api/mail/attachments/${id}`), 404, "not_found");
  expect(await statusOf(asJames.get(path))).toBe(404);
  await site.runJobs();
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
  const { olena, asJames } = await withCorrespondents(site);
  const loose = await upload(asJames, await pictures.jpeg());
  const sent = await upload(asJames, await pictures.jpeg(60, 60));
  await read(asJames.call("POST", "/api/mail", { recipientId: olena.id, body: "x", attachments: [sent.id] }));
  expect(await storedFiles(site)).toBe(4);
  site.advance(24 * 3600_000 + 1000);
  await site.runJobs();
  const names = await Array.fromAsync(site.deps.storage.list());
  expect(names.sort()).toEqual([`letters/${sent.id}/full.webp`, `letters/${sent.id}/thumb.webp`]);
  expect(names.some((name) => name.includes(loose.id))).toBe(false);
});

Deno.test("an upload needs a file and a person, and a hundred an hour are enough", async () => {
  await using site = await testApp();
  const { asJames } = await withCorrespondents(site);
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
  const { james, olena, asJames } = await withCorrespondents(site);
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
  const { asJames, asOlena } = await withCorrespondents(site);
  const bytes = await pictures.jpeg(4000, 3000);
  let kept = 0;
  const uploads = Promise.all(Array.from({ length: 20 }, async () => {
    const uploaded = await upload(asJames, bytes);
    kept++;
    return uploaded;
  }));
  let isDone = false;
  uploads.finally(() => isDone = true);
  let most = 0;
  while (!isDone) {
    const before = kept;
    await read(asOlena.get("/api/mail/counter"));
    most = Math.max(most, kept - before);
    await new Promise((resolve) => setTimeout(resolve));
  }
  expect(new Set((await uploads).map(({ id }) => id)).size).toBe(20);
  // Counted, not timed: while another call is answered, only a few uploads are finished.
  expect(most).toBeLessThanOrEqual(4);
});
