/** A live check whose video an admin has not played is accepted after a question alone. */
import { expect } from "expect";
import { auditRecords } from "../../../../kv/store/audit_log.ts";
import { withMethods } from "../../../../kv/store/handles/handle.ts";
import { addShownPhoto, createNewLady } from "../../../../kv/testing/verifications.ts";
import { askLiveCheck, liveCheckOf, liveVideoFile } from "../../../../kv/vetting/live_checks.ts";
import { fileOf, send, statusOf } from "../../../api/testing/pictures.ts";
import { testApp } from "../../../testing/site.ts";
import { htmlOf } from "../../mail/testing/mail.ts";

const clip = await Deno.readFile(new URL("../../../../demo/videos/clips/daria-preview.webm", import.meta.url));

/** A site where Daria's video waits; `film` sends another one. */
async function world() {
  const site = await testApp();
  const daria = await createNewLady(site.store);
  await addShownPhoto(site.store, daria.id);
  const hers = await site.visitorAs(daria);
  const page = `/en/admin/verifications/${daria.id}`;
  const adminNamed = async (firstname: string) => await site.visitorAs(await site.addPerson({ groupId: 3, firstname }));
  const [adas, bens] = [await adminNamed("Ada"), await adminNamed("Ben")];
  const shown = async (visitor = adas) => await htmlOf(visitor.get(page));
  const formOf = (html: string) => ({
    do: "accept",
    checkId: /name="checkId" value="([^"]+)"/.exec(html)![1]!,
    photoId: /name="photoId" value="(\d+)"/.exec(html)![1]!,
  });
  const ask = async (init: RequestInit, visitor = adas) => {
    const address = /src="(\/verification-files\/[^"]+)"/.exec(await shown(visitor))![1]!.replaceAll("&amp;", "&");
    return await statusOf(visitor.request(address, init));
  };
  const play = (visitor = adas) => ask({ headers: { range: "bytes=0-9" } }, visitor);
  const film = async () => {
    const asked = await askLiveCheck(site.store, daria.id);
    if (!asked.ok) throw new Error(asked.reason);
    const fields = { checkId: [asked.check.id], video: [fileOf(clip, "live.webm", "video/webm")] };
    expect(await statusOf(send(hers, "/en/api/verification/live-check", fields))).toBe(200);
  };
  const state = async () => (await liveCheckOf(site.store, daria.id))!.state;
  await film();
  const video = async () => (await liveCheckOf(site.store, daria.id))!.video!;
  return { site, hers, adas, bens, page, shown, formOf, ask, play, film, state, video };
}

Deno.test("who has not played her video is asked once, whoever else has; the video stays until then", async () => {
  const { site, adas, bens, page, shown, formOf, play, state } = await world();
  await using _site = site;
  await play(bens);
  const form = formOf(await shown());
  const question = await adas.post(page, form);
  const html = await htmlOf(question);
  expect([question.status, await state()]).toEqual([422, "waiting"]);
  expect(html).toContain("You have not played her video.");
  expect(html).toContain("<video");
  expect(html).toMatch(/name="sure" value="yes"[^>]*>(?:<[^>]*>)*Accept without having played it/);
  expect((await adas.post(page, { ...formOf(html), sure: "yes" })).status).toBe(303);
  expect(await state()).toBe("accepted");
});

Deno.test("who has played it accepts with one press; a refusal asks nothing; a new video has to be played anew", async () => {
  const { site, hers, adas, page, shown, formOf, play, film, state } = await world();
  await using _site = site;
  await play();
  expect((await adas.post(page, { ...formOf(await shown()), do: "refuse", reason: "unclear" })).status).toBe(303);
  await film();
  expect([(await adas.post(page, formOf(await shown()))).status, await state()]).toEqual([422, "waiting"]);
  await play();
  expect([(await adas.post(page, formOf(await shown()))).status, await state()]).toEqual([303, "accepted"]);
  const told = JSON.stringify(await (await hers.get("/api/verification")).json());
  expect(told).not.toContain("seenBy");
});

Deno.test("a video of which nothing came was not played: not headers, not a part beyond its end, not a lost file", async () => {
  const { site, adas, page, shown, formOf, ask, state, video } = await world();
  await using _site = site;
  const tag = `"live-${(await video()).sentAt}"`;
  const vain: [number, RequestInit][] = [
    [200, { method: "HEAD" }],
    [206, { method: "HEAD", headers: { range: "bytes=0-9" } }],
    [304, { headers: { "if-none-match": tag } }],
    [416, { headers: { range: "bytes=99999999-" } }],
  ];
  for (const [status, init] of vain) {
    expect(await ask(init)).toBe(status);
    expect([status, (await video()).seenBy ?? []]).toEqual([status, []]);
  }
  await site.deps.storage.delete(liveVideoFile(await video()));
  expect(await ask({ headers: { range: "bytes=0-" } })).toBe(404);
  expect([(await adas.post(page, formOf(await shown()))).status, await state()]).toEqual([422, "waiting"]);
  const { records } = await auditRecords(site.store, { page: 1, limit: 50 });
  expect(records.filter(({ action }) => action === "live_video_viewed")).toEqual([]);
});

Deno.test("a video whose view cannot be noted is not sent, and its file is let go; the next time both work", async () => {
  const { site, adas, page, shown, formOf, ask, play, state } = await world();
  await using _site = site;
  const { store, deps: { storage } } = site;
  const { kv } = store;
  const get = storage.get.bind(storage);
  let lettingGo = 0;
  storage.get = () => {
    const atomic = () => {
      store.kv = kv;
      throw new Error("the store is full");
    };
    store.kv = withMethods(kv, { atomic });
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({ cancel: () => void lettingGo++ });
    return Promise.resolve({ body, sizeBytes: 10 });
  };
  expect([await ask({ headers: { range: "bytes=0-9" } }), lettingGo]).toEqual([500, 1]);
  storage.get = get;
  expect(await play()).toBe(206);
  expect([(await adas.post(page, formOf(await shown()))).status, await state()]).toEqual([303, "accepted"]);
});
