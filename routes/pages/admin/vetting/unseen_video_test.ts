/** A live check whose video an admin has not played is accepted after a question alone. */
import { expect } from "expect";
import { addShownPhoto, createNewLady } from "../../../../kv/testing/verifications.ts";
import { askLiveCheck, liveCheckOf } from "../../../../kv/vetting/live_checks.ts";
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
  const play = async (visitor = adas) => {
    const address = /src="(\/verification-files\/[^"]+)"/.exec(await shown(visitor))![1]!.replaceAll("&amp;", "&");
    await statusOf(visitor.get(address, { headers: { range: "bytes=0-9" } }));
  };
  const film = async () => {
    const asked = await askLiveCheck(site.store, daria.id);
    if (!asked.ok) throw new Error(asked.reason);
    const fields = { checkId: [asked.check.id], video: [fileOf(clip, "live.webm", "video/webm")] };
    expect(await statusOf(send(hers, "/en/api/verification/live-check", fields))).toBe(200);
  };
  const state = async () => (await liveCheckOf(site.store, daria.id))!.state;
  await film();
  return { site, hers, adas, bens, page, shown, formOf, play, film, state };
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
