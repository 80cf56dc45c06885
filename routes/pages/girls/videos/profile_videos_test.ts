/** Videos on her page: a preview for everybody, the price on the button, paying without a script, and too few credits. */
import { expect } from "expect";
import { balanceOf } from "../../../../kv/credits/ledger/ledger.ts";
import { watchVideo } from "../../../../kv/ladies/videos.ts";
import { takeDown } from "../../../../kv/testing/publication.ts";
import { setBlocked } from "../../../../kv/safety/blocks.ts";
import { setSpendingLimit } from "../../../../kv/credits/ledger/spending_limit.ts";
import { testApp } from "../../../testing/site.ts";
import { addTestVideo, olenaWithVideo } from "../../../testing/videos.ts";
import { expectHolds, expectLacks, mainOf } from "../testing/html.ts";

const pathOf = (id: number) => `/en/girl/Olena-35-Ukraine-Lviv-${id}`;

Deno.test("a guest sees the preview and the price, and is led to sign in and back", async () => {
  await using site = await testApp();
  const { olena, video } = await olenaWithVideo(site);
  const html = await mainOf(await site.visitor().get(pathOf(olena.id)));
  expectHolds(html, "From the third floor", "<video controls", `src="/video-files/${video.id}/preview"`);
  expectHolds(html, `poster="/video-files/${video.id}/poster"`, 'kind="captions"', 'srclang="en"');
  expectHolds(html, "Watch the full video", "10 credits", `next=${encodeURIComponent(`${pathOf(olena.id)}#videos`)}`);
  expectLacks(html, "/full?", video.token);
  const other = await site.addLady({ firstname: "Daria" });
  expectLacks(await mainOf(await site.visitor().get(`/en/girl/Daria-35-Ukraine-Lviv-${other.id}`)), "<video");
});

Deno.test("a man pays by a form, is led back to the video, and has the whole of it for good", async () => {
  await using site = await testApp();
  const { olena, video } = await olenaWithVideo(site);
  const man = await site.addMan({ credits: 30 });
  const james = await site.visitorAs(man);
  const path = pathOf(olena.id);
  expectHolds(await mainOf(await james.get(path)), "You have 30; after this, 20.", 'name="action" value="watch"');
  const fields = { action: "watch", videoId: String(video.id) };
  const paid = await james.post(path, fields);
  expect([paid.status, paid.headers.get("location")]).toEqual([303, `${path}#video-${video.id}`]);
  const page = await (await james.follow(paid)).text();
  expectHolds(page, "You have 20 credits left.", `/video-files/${video.id}/full?for=${man.id}`, "as often as you like");
  expectLacks(page, "Watch the full video", `/${video.id}/preview`);
  await james.post(path, fields);
  expect(await balanceOf(site.store, man.id)).toBe(20);
});

Deno.test("who has too little is told, nothing is charged, and he can buy credits", async () => {
  await using site = await testApp();
  const { olena, video } = await olenaWithVideo(site);
  const man = await site.addMan({ credits: 4 });
  const poor = await site.visitorAs(man);
  const path = pathOf(olena.id);
  // A link in place of the button: the answer to a form is a page that no browser goes back to from the purchase.
  const before = await mainOf(await poor.get(path));
  expectHolds(
    before,
    "Watching costs 10 credits; you have 4 credits.",
    `/en/man/balance/purchase?next=${encodeURIComponent(path)}`,
  );
  expectLacks(before, "Watch the full video", `value="watch"`);
  const refused = await poor.post(path, { action: "watch", videoId: String(video.id) });
  expect(refused.status).toBe(402);
  expectHolds(
    await mainOf(refused),
    'role="alert"',
    "Your credits are running low, please refund your balance.",
    `/en/man/balance/purchase?next=${encodeURIComponent(path)}`,
  );
  expect(await balanceOf(site.store, man.id)).toBe(4);
});

Deno.test("his own limit of the day holds for videos", async () => {
  await using site = await testApp();
  const { olena, video } = await olenaWithVideo(site);
  const man = await site.addMan({ credits: 40 });
  await setSpendingLimit(site.store, man.id, 5);
  const james = await site.visitorAs(man);
  const before = await mainOf(await james.get(pathOf(olena.id)));
  expectHolds(before, "You have reached your own daily limit.", "/en/man/balance/history#limit");
  expectLacks(before, "Watch the full video", "you have 40");
  const refused = await james.post(pathOf(olena.id), { action: "watch", videoId: String(video.id) });
  expect(refused.status).toBe(402);
  expectHolds(await mainOf(refused), 'role="alert"', "/en/man/balance/history#limit");
  expect(await balanceOf(site.store, man.id)).toBe(40);
});

Deno.test("a form names a video of this very lady, and only men buy", async () => {
  await using site = await testApp();
  const { olena } = await olenaWithVideo(site);
  const daria = await site.addLady({ firstname: "Daria" });
  const hers = await addTestVideo(site, daria.id);
  const man = await site.addMan({ credits: 40 });
  const james = await site.visitorAs(man);
  for (const videoId of [String(hers.id), "x", "", "999"]) {
    const answer = await james.post(pathOf(olena.id), { action: "watch", videoId });
    expect([videoId, answer.status]).toEqual([videoId, 404]);
  }
  expect(await balanceOf(site.store, man.id)).toBe(40);
  const staff = await site.visitorAs(await site.addPerson({ groupId: 3 }));
  expect((await staff.post(pathOf(olena.id), { videoId: "1" })).status).toBe(403);
  expectLacks(await mainOf(await staff.get(pathOf(olena.id))), "Watch the full video");
});

Deno.test("while she is published no more, who has paid finds at her address what is his, and nobody else finds anything", async () => {
  await using site = await testApp();
  const { olena, video } = await olenaWithVideo(site, { about: "I live on the third floor." });
  const other = await addTestVideo(site, olena.id);
  const [man, stranger] = [await site.addMan({ credits: 30 }), await site.addMan()];
  await watchVideo(site.store, man.id, video.id);
  const [james, wei] = [await site.visitorAs(man), await site.visitorAs(stranger)];
  const line = /href="(\/en\/girl\/[^"]*)">Watched video of Olena/;
  const linked = async () => line.exec(await (await james.get("/en/man/balance/history")).text())?.[1];
  expect(await linked()).toBe(`${pathOf(olena.id)}#video-${video.id}`);
  await takeDown(site.store, olena.id);
  expect(await linked()).toBe(`/en/girl/lady-${olena.id}#video-${video.id}`);
  const page = await james.get(`/en/girl/lady-${olena.id}`);
  const html = await page.text();
  expect(page.status).toBe(200);
  expectHolds(html, "Olena", "is not shown at present", `/video-files/${video.id}/full?for=${man.id}`);
  expectHolds(html, "Find somebody to write to");
  expectHolds(html, '<meta name="robots" content="noindex"');
  expectLacks(html, `/video-files/${other.id}/`, "third floor.", "Lviv", "Write a letter", "Watch the full video");
  for (const part of ["poster", "captions-en"]) {
    const answer = await james.get(`/video-files/${video.id}/${part}`);
    await answer.body?.cancel();
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "private, max-age=3600"]);
  }
  for (const visitor of [wei, site.visitor()]) {
    for (const path of [pathOf(olena.id), `/video-files/${video.id}/poster`]) {
      expect([path, (await visitor.get(path)).status]).toEqual([path, 404]);
    }
  }
  await setBlocked(site.store, olena.id, man.id, true);
  expect((await james.get(pathOf(olena.id))).status).toBe(404);
  expect(await linked()).toBe(undefined);
});
