/** The calls about videos: a preview for everybody, the whole video for a man who has paid, once and for good. */
import { expect } from "expect";
import { balanceOf } from "../../kv/credits/ledger/ledger.ts";
import { setBlocked } from "../../kv/safety/blocks.ts";
import { takeDown } from "../../kv/testing/publication.ts";
import { testApp, type Visitor } from "../testing/site.ts";
import { olenaWithVideo } from "../testing/videos.ts";
import { read, refused } from "./testing/calls.ts";

interface Video {
  id: number;
  previewUrl: string;
  additionalData: { watchUrl: string | null };
}

const videosOf = async (visitor: Visitor, ladyId: number) =>
  (await read<{ videos: Video[] }>(visitor.call("GET", `/en/api/users/${ladyId}/videos`))).videos;

Deno.test("everybody finds a lady's videos with their previews, and nobody the whole before it was paid", async () => {
  await using site = await testApp();
  const { olena, video } = await olenaWithVideo(site);
  const other = await site.addLady();
  const staff = await site.visitorAs(await site.addPerson({ groupId: 3 }));
  for (const visitor of [site.visitor(), await site.visitorAs(await site.addMan({ credits: 50 })), staff]) {
    expect(await videosOf(visitor, olena.id)).toEqual([{
      id: video.id,
      userId: olena.id,
      title: "From the third floor",
      seconds: 8,
      width: 480,
      height: 600,
      previewUrl: `/video-files/${video.id}/preview`,
      posterUrl: `/video-files/${video.id}/poster`,
      captions: [{ language: "en", url: `/video-files/${video.id}/captions-en` }],
      priceCredits: 10,
      additionalData: { watchUrl: null },
    }]);
    expect(await videosOf(visitor, other.id)).toEqual([]);
  }
  // The token in the names of the files is shown to nobody.
  expect(await (await site.visitor().get(`/api/users/${olena.id}/videos`)).text()).not.toContain(video.token);
  expect((await videosOf(await site.visitorAs(olena), olena.id))[0]!.additionalData.watchUrl).toContain("key=");
  await refused((await site.visitorAs(other)).call("GET", `/api/users/${olena.id}/videos`), 403, "wrong_role");
});

Deno.test("a man pays 10 credits once, and then the address is his, as long as no block keeps the two apart", async () => {
  await using site = await testApp();
  const { olena, video } = await olenaWithVideo(site);
  const man = await site.addMan({ credits: 25 });
  const james = await site.visitorAs(man);
  const watch = () => read<{ video: Video }>(james.call("POST", `/en/api/videos/${video.id}/watch`));
  const bought = await watch();
  expect(bought.video.additionalData.watchUrl).toMatch(new RegExp(`^/video-files/${video.id}/full\\?for=${man.id}&`));
  expect(await balanceOf(site.store, man.id)).toBe(15);
  expect(await watch()).toEqual(bought);
  expect(await videosOf(james, olena.id)).toEqual([bought.video]);
  expect(await balanceOf(site.store, man.id)).toBe(15);
  const { history } = await read<{ history: { details: string; credits: number; operation: string }[] }>(
    james.call("GET", "/en/api/users/me/balance/history"),
  );
  expect(history[0]).toMatchObject({ details: "Watched video of Olena", credits: -10, operation: "video" });
  await setBlocked(site.store, man.id, olena.id, true);
  await refused(james.call("POST", `/en/api/videos/${video.id}/watch`), 403, "blocked");
  await setBlocked(site.store, man.id, olena.id, false);
  expect(await watch()).toEqual(bought);
  const wei = await site.visitorAs(await site.addMan({ credits: 25 }));
  expect((await videosOf(wei, olena.id))[0]!.additionalData.watchUrl).toBe(null);
});

Deno.test("who cannot pay, is no man or names no video is refused, and nothing is charged", async () => {
  await using site = await testApp();
  const { olena, video } = await olenaWithVideo(site);
  const path = `/en/api/videos/${video.id}/watch`;
  await refused(site.visitor().call("POST", path), 401, "not_signed_in");
  for (const person of [olena, await site.addPerson({ groupId: 4 })]) {
    await refused((await site.visitorAs(person)).call("POST", path), 403, "wrong_role");
  }
  const poor = await site.visitorAs(await site.addMan({ credits: 9 }));
  const { message } = await refused(poor.call("POST", path), 402, "insufficient_credits");
  expect(message).toBe("Your credits are running low, please refund your balance.");
  const man = await site.addMan({ credits: 100 });
  const james = await site.visitorAs(man);
  for (const id of [999, "x", 0]) await refused(james.call("POST", `/api/videos/${id}/watch`), 404, "not_found");
  await refused(james.call("POST", path, {}, { headers: { origin: "https://elsewhere.test" } }), 403, "wrong_origin");
  await setBlocked(site.store, olena.id, man.id, true);
  await refused(james.call("POST", path), 403, "blocked");
  await setBlocked(site.store, olena.id, man.id, false);
  await takeDown(site.store, olena.id);
  await refused(james.call("POST", path), 404, "not_found");
  await refused(james.call("GET", `/api/users/${olena.id}/videos`), 404, "not_found");
  expect(await balanceOf(site.store, man.id)).toBe(100);
});
