/** The files of videos: parts on request, and the whole video only for the right person and for some hours. */
import { expect } from "expect";
import { watchVideo } from "../../kv/ladies/videos.ts";
import { setBlocked } from "../../kv/safety/blocks.ts";
import { reinstate, suspend } from "../../kv/safety/suspensions.ts";
import { takeDown } from "../../kv/testing/publication.ts";
import { testApp, type TestSite } from "../testing/site.ts";
import { olenaWithVideo, wholeBytes } from "../testing/videos.ts";
import { watchPath } from "./video_files.ts";

const hourMs = 3600_000;

async function paid(site: TestSite) {
  const { olena, video } = await olenaWithVideo(site);
  const man = await site.addMan({ credits: 30 });
  await watchVideo(site.store, man.id, video.id);
  return { olena, video, man, path: watchPath(site.store, video.id, man.id) };
}

const statusOf = async (answer: Response | Promise<Response>) => {
  const response = await answer;
  await response.body?.cancel();
  return response.status;
};

Deno.test("the whole is answered in the parts that were asked for", async () => {
  await using site = await testApp();
  const { path, man } = await paid(site);
  const visitor = await site.visitorAs(man);
  const get = (range?: string) => visitor.get(path, range ? { headers: { range } } : {});
  const whole = await get();
  expect([whole.status, whole.headers.get("content-type"), whole.headers.get("accept-ranges")])
    .toEqual([200, "video/webm", "bytes"]);
  expect(whole.headers.get("cache-control")).toBe("private, max-age=3600");
  expect(whole.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
  expect(whole.headers.get("x-content-type-options")).toBe("nosniff");
  expect(new Uint8Array(await whole.arrayBuffer())).toEqual(wholeBytes);
  for (
    const [range, from, to] of [["bytes=0-99", 0, 99], ["bytes=199990-", 199_990, 199_999], [
      "bytes=-5",
      199_995,
      199_999,
    ]] as const
  ) {
    const part = await get(range);
    expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes ${from}-${to}/200000`]);
    expect(part.headers.get("content-length")).toBe(String(to - from + 1));
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(wholeBytes.slice(from, to + 1));
  }
  const outside = await get("bytes=200000-");
  expect([outside.status, outside.headers.get("content-range"), await outside.text()])
    .toEqual([416, "bytes */200000", ""]);
  const head = await visitor.request(path, { method: "HEAD" });
  expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, "200000", ""]);
  const etag = whole.headers.get("etag")!;
  expect(await statusOf(visitor.get(path, { headers: { "if-none-match": etag } }))).toBe(304);
});

Deno.test("an address works for hours and not for days, and is the same within an hour", async () => {
  await using site = await testApp();
  const { path, video, man } = await paid(site);
  expect(watchPath(site.store, video.id, man.id)).toBe(path);
  const visitorNow = () => site.visitorAs(man);
  site.advance(4 * hourMs);
  expect(await statusOf((await visitorNow()).get(path))).toBe(200);
  site.advance(hourMs);
  const over = await (await visitorNow()).get(path);
  expect([await statusOf(over), over.headers.get("cache-control")]).toEqual([404, "no-store"]);
  expect(await statusOf((await visitorNow()).get(watchPath(site.store, video.id, man.id)))).toBe(200);
});

Deno.test("a signed address is its viewer's alone: without that session, or after it, it is not there", async () => {
  await using site = await testApp();
  const { path, man, olena } = await paid(site);
  const asMan = await site.visitorAs(man);
  const bearer = { authorization: `Bearer ${asMan.cookies.get("slsid")}` };
  expect(await statusOf(asMan.get(path))).toBe(200);
  expect(await statusOf(site.visitor().get(path, { headers: bearer }))).toBe(200);
  const others = [site.visitor(), await site.visitorAs(await site.addMan()), await site.visitorAs(olena)];
  for (const other of others) {
    const answer = await other.get(path);
    expect([await statusOf(answer), answer.headers.get("cache-control")]).toEqual([404, "no-store"]);
    expect(await statusOf(other.request(path, { method: "HEAD" }))).toBe(404);
    expect(await statusOf(other.get(path, { headers: { range: "bytes=0-99" } }))).toBe(404);
  }
  await statusOf(asMan.post("/api/auth/logout"));
  for (const headers of [{}, bearer]) expect(await statusOf(site.visitor().get(path, { headers }))).toBe(404);
});

Deno.test("nothing about a signed address can be changed, and nobody else may come with it", async () => {
  await using site = await testApp();
  const { path, video, man, olena } = await paid(site);
  const other = await site.addMan({ credits: 30 });
  const until = new URL(path, "http://x").searchParams.get("until")!;
  const changed = [
    path.replace(`for=${man.id}`, `for=${other.id}`),
    path.replace(`until=${until}`, `until=${Number(until) + 1}`),
    path.replace("until=", "until=1e99&until="),
    path.replace(/key=.*/, ""),
    path.replace(/key=.*/, "key="),
    path.slice(0, -1),
    path.replace(`/${video.id}/`, `/${video.id + 1}/`),
    path.replace(`/${video.id}/`, "/..%2f/"),
    `/video-files/${video.id}/full`,
    // Signed by us, for somebody who has not paid.
    watchPath(site.store, video.id, other.id),
  ];
  for (const visitor of [site.visitor(), await site.visitorAs(man), await site.visitorAs(other)]) {
    for (const each of changed) expect([each, await statusOf(visitor.get(each))]).toEqual([each, 404]);
  }
  expect(await statusOf((await site.visitorAs(other)).get(path))).toBe(404);
  expect(await statusOf((await site.visitorAs(man)).get(path))).toBe(200);
  expect(await statusOf((await site.visitorAs(olena)).get(watchPath(site.store, video.id, olena.id)))).toBe(200);
  await takeDown(site.store, olena.id);
  expect(await statusOf((await site.visitorAs(man)).get(path))).toBe(200);
});

Deno.test("previews, pictures and captions are for all while she is shown, and nothing else is there", async () => {
  await using site = await testApp();
  const { olena, video } = await olenaWithVideo(site);
  const base = `/video-files/${video.id}`;
  const types = { "preview": "video/webm", "poster": "image/webp", "captions-en": "text/vtt; charset=utf-8" };
  for (const [part, type] of Object.entries(types)) {
    const answer = await site.visitor().get(`${base}/${part}`);
    expect([part, await statusOf(answer), answer.headers.get("content-type")]).toEqual([part, 200, type]);
    expect(answer.headers.get("cache-control")).toBe("public, max-age=86400");
  }
  for (const each of [base, `${base}/`, "/video-files", "/video-files/", `${base}/captions-zh-Hans`, `${base}/token`]) {
    expect([each, await statusOf(site.visitor().get(each))]).toEqual([each, 404]);
  }
  await takeDown(site.store, olena.id);
  expect(await statusOf(site.visitor().get(`${base}/preview`))).toBe(404);
});

Deno.test("no part of her videos opens across a block, and none to anybody while she is kept out; then all are there again", async () => {
  await using site = await testApp();
  const { path, video, man, olena } = await paid(site);
  const vera = await site.addPerson({ groupId: 3 });
  const [asMan, asOther] = [await site.visitorAs(man), await site.visitorAs(await site.addMan())];
  const preview = `/video-files/${video.id}/preview`;
  const opens = async () => [
    await statusOf(asMan.get(path)),
    await statusOf(asMan.get(preview)),
    await statusOf(asOther.get(preview)),
  ];
  for (const [blocker, blocked] of [[man, olena], [olena, man]] as const) {
    await setBlocked(site.store, blocker.id, blocked.id, true);
    expect(await opens()).toEqual([404, 404, 200]);
    await setBlocked(site.store, blocker.id, blocked.id, false);
  }
  const about = { userId: olena.id, reason: "Rude", actorId: vera.id };
  await suspend(site.store, { ...about, kind: "conduct" });
  expect(await opens()).toEqual([404, 404, 404]);
  await reinstate(site.store, about);
  expect(await opens()).toEqual([200, 200, 200]);
});
