/** A lady's way to the live check, by page and by call; who sees the video; and how it is decided. */
import { expect } from "expect";
import { publishedLadyById } from "../../../kv/ladies/ladies.ts";
import { askProfileChange } from "../../../kv/ladies/profile/profile_changes.ts";
import { auditRecords } from "../../../kv/store/audit_log.ts";
import { runDueJobs } from "../../../kv/store/jobs/queue.ts";
import { addShownPhoto, approve, createNewLady, putChecks } from "../../../kv/testing/verifications.ts";
import { askLiveCheck, liveCheckOf, waitingLiveChecks } from "../../../kv/vetting/live_checks.ts";
import { changePhoto, removePhoto } from "../../../kv/vetting/photo_changes.ts";
import { verificationOf } from "../../../kv/vetting/verifications.ts";
import { liveVideoBytesMax } from "../../../services/live_videos.ts";
import { read } from "../../api/testing/calls.ts";
import { fileOf, send, statusOf, storedFiles } from "../../api/testing/pictures.ts";
import { doWork } from "../../jobs/work.ts";
import { testApp, type TestSite, type Visitor } from "../../testing/site.ts";
import { htmlOf } from "../mail/testing/mail.ts";

const clip = await Deno.readFile(new URL("../../../demo/videos/clips/daria-preview.webm", import.meta.url));
const video = () => fileOf(clip, "live.webm", "video/webm");
const path = "/en/lady/verification";

async function world() {
  const site = await testApp();
  const marta = await createNewLady(site.store);
  const ada = await site.addPerson({ groupId: 3, firstname: "Ada" });
  return { site, marta, ada, hers: await site.visitorAs(marta), adas: await site.visitorAs(ada) };
}

const sendVideo = (from: Visitor, checkId: string, file: File = video()) =>
  send(from, "/en/api/verification/live-check", { checkId: [checkId], video: [file] });

/** Accepts a video unseen, beside the main photo that the page shows. */
async function accept(adas: Visitor, ladyId: number, checkId: string): Promise<number> {
  const page = `/en/admin/verifications/${ladyId}`;
  const photoId = /name="photoId" value="(\d+)"/.exec(await htmlOf(adas.get(page)))?.[1] ?? "";
  return await statusOf(adas.post(page, { do: "accept", checkId, photoId, sure: "yes" }));
}

async function code(site: TestSite, ladyId: number): Promise<string> {
  const asked = await askLiveCheck(site.store, ladyId);
  if (!asked.ok) throw new Error(asked.reason);
  return asked.check.id;
}

Deno.test("her page tells step by step what is missing, and names two poses when she asks, in three languages", async () => {
  const { site, marta, hers } = await world();
  await using _site = site;
  const before = await htmlOf(hers.get(path));
  expect(before).toContain("Your profile is not shown yet. It will be, as soon as all four steps are done.");
  expect(before.match(/>Missing</g)).toHaveLength(4);
  const asked = await hers.post(path, { do: "ask" });
  expect([asked.status, asked.headers.get("location")]).toEqual([303, `${path}#live`]);
  for (const [prefix, words] of [["/en", "Your two poses"], ["", "你的兩個動作"], ["/zh-hans", "你的两个动作"]]) {
    expect(await htmlOf(hers.get(`${prefix}/lady/verification`))).toContain(words!);
  }
  const { liveCheck } = await read<{ liveCheck: { poses: string[] } }>(hers.get("/api/verification"));
  expect(liveCheck.poses).toHaveLength(2);
  site.advance(15 * 60_000);
  expect(await htmlOf(hers.get(path))).toContain("The time for these poses is over.");
  expect((await liveCheckOf(site.store, marta.id))!.state).toBe("asked");
});

Deno.test("a video comes by call or by form, for its code alone, and is told by its bytes", async () => {
  const { site, marta, hers } = await world();
  await using _site = site;
  const checkId = await code(site, marta.id);
  const wrong = await sendVideo(hers, checkId, fileOf(new Uint8Array(4000), "x.webm"));
  expect([wrong.status, (await wrong.json()).fields]).toEqual([415, {
    video: "Only WebM and MP4 videos can be sent here.",
  }]);
  const large = fileOf(new Uint8Array(liveVideoBytesMax + 1), "x.webm");
  expect(await statusOf(sendVideo(hers, checkId, large))).toBe(413);
  expect(await statusOf(sendVideo(hers, checkId, fileOf(new Uint8Array(2 * liveVideoBytesMax), "x.webm")))).toBe(413);
  expect(await statusOf(sendVideo(hers, "another"))).toBe(422);
  expect(await storedFiles(site)).toBe(0);
  expect(await statusOf(sendVideo(hers, checkId))).toBe(200);
  expect([await storedFiles(site), (await waitingLiveChecks(site.store)).length]).toEqual([1, 1]);
  expect(await statusOf(sendVideo(hers, checkId))).toBe(422);
  expect(await htmlOf(hers.get(path))).toContain("Withdraw the video");

  expect((await hers.post(path, { do: "withdraw" })).status).toBe(303);
  await site.runJobs();
  expect(await storedFiles(site)).toBe(0);
  const again = await code(site, marta.id);
  expect((await hers.post(path, { do: "send", checkId: again, video: video() })).status).toBe(303);
  expect((await liveCheckOf(site.store, marta.id))!.state).toBe("waiting");
  const late = await hers.post(path, { do: "send", checkId: again, video: video() });
  expect(late.status).toBe(422);
});

Deno.test("an admin alone sees the video, by an address of an hour, and each look is noted", async () => {
  const { site, marta, ada, hers, adas } = await world();
  await using _site = site;
  await sendVideo(hers, await code(site, marta.id)).then((answer) => answer.body?.cancel());
  const page = await htmlOf(adas.get(`/en/admin/verifications/${marta.id}`));
  const address = /src="(\/verification-files\/[^"]+)"/.exec(page)![1]!.replaceAll("&amp;", "&");
  const answer = await adas.get(address);
  expect([answer.status, answer.headers.get("content-type"), answer.headers.get("cache-control")]).toEqual([
    200,
    "video/webm",
    "private, no-store",
  ]);
  expect((await answer.bytes()).length).toBe(clip.length);
  const part = await adas.get(address, { headers: { range: "bytes=10-19" } });
  expect([part.status, (await part.bytes()).length]).toEqual([206, 10]);
  const looks = async () =>
    (await auditRecords(site.store, { page: 1, limit: 50 })).records.filter(({ action }) =>
      action === "live_video_viewed"
    );
  expect(await looks()).toMatchObject([{ actorId: ada.id, subject: `lady:${marta.id}` }]);

  const bert = await site.visitorAs(await site.addPerson({ groupId: 3, firstname: "Bert" }));
  const agency = await site.visitorAs(await site.addPerson({ groupId: 4 }));
  const man = await site.visitorAs(await site.addMan());
  for (const visitor of [bert, hers, agency, man, site.visitor()]) {
    expect(await statusOf(visitor.get(address))).toBe(404);
  }
  expect(await statusOf(adas.get(address.replace(/until=\d+/, "until=99999999999999")))).toBe(404);
  // The page may stand open for a while before it is played.
  site.advance(58 * 60_000);
  expect(await statusOf(adas.get(address, { headers: { range: "bytes=10-19" } }))).toBe(206);
  expect(await looks()).toHaveLength(2);
  site.advance(3 * 60_000);
  expect(await statusOf(adas.get(address))).toBe(404);
});

Deno.test("she registers, is seen, accepted and approved: published, marked on her page, and told by mail", async () => {
  const { site, marta, hers, adas } = await world();
  await using _site = site;
  const page = `/en/admin/verifications/${marta.id}`;
  await askProfileChange(site.store, marta.id, { about: "I bind books." });
  await approve(site.store, "profile", marta.id);
  await addShownPhoto(site.store, marta.id);
  const list = await htmlOf(adas.get("/en/admin/verifications"));
  expect(list).toContain("document, live check");

  expect((await adas.post(page, { do: "identity", documentKind: "id_card", checkedOn: "2026-03-13" })).status).toBe(
    303,
  );
  expect((await adas.post(page, { do: "identity", documentKind: "id_card", checkedOn: "2026-03-20" })).status).toBe(
    422,
  );
  expect((await adas.post(page, { do: "identity", documentKind: "library_card", checkedOn: "2026-03-13" })).status)
    .toBe(422);
  const first = await code(site, marta.id);
  await statusOf(sendVideo(hers, first));
  const refusal = { do: "refuse", checkId: first, reason: "unclear", words: "Stand by a window." };
  expect((await adas.post(page, { ...refusal, reason: "" })).status).toBe(422);
  expect((await adas.post(page, refusal)).status).toBe(303);
  const told = await htmlOf(hers.get(path));
  expect(told).toContain("Your face could not be seen clearly enough.");
  expect(told).toContain("We add: Stand by a window.");

  const second = await code(site, marta.id);
  await statusOf(sendVideo(hers, second));
  // The first video was decided already: by another admin, or by a first press of this one.
  const late = await adas.post(page, { do: "accept", checkId: first, photoId: "" });
  expect([late.status, (await late.text()).includes("Something changed in the meantime")]).toEqual([409, true]);
  expect(await publishedLadyById(site.store, marta.id)).toBeNull();
  expect(await accept(adas, marta.id, second)).toBe(303);
  expect(await publishedLadyById(site.store, marta.id)).not.toBeNull();
  const profile = await htmlOf(
    site.visitor().get(`/en/girl/marta-35-ukraine-${marta.id}`).then((answer) =>
      answer.status === 301 ? site.visitor().follow(answer) : answer
    ),
  );
  expect(profile).toContain("Verified on 14\u00a0March 2026");
  expect(profile).toContain("No picture of the document is kept");

  await site.runJobs();
  const subjects = site.outbox.mails().filter(({ to }) => to === marta.email).map(({ subject }) => subject);
  expect(subjects).toEqual(expect.arrayContaining(["Your live check was accepted", "About your live check"]));
  expect(site.outbox.mails().some(({ text }) => /window|unclear/.test(text))).toBe(false);
  expect(await storedFiles(site)).toBe(0);
});

Deno.test("who looked at another main photo is told that something changed, and is shown the one that stands there", async () => {
  const { site, marta, hers, adas } = await world();
  await using _site = site;
  const seen = await addShownPhoto(site.store, marta.id);
  const checkId = await code(site, marta.id);
  await statusOf(sendVideo(hers, checkId));
  const later = await addShownPhoto(site.store, marta.id);
  await changePhoto(site.store, marta.id, later, { position: 1 });
  const page = `/en/admin/verifications/${marta.id}`;
  const shownPhotos: Record<string, string>[] = [{ photoId: String(seen) }, {}];
  for (const shown of shownPhotos) {
    const stale = await adas.post(page, { do: "accept", checkId, ...shown });
    const html = await stale.text();
    expect([stale.status, html.includes(`name="photoId" value="${later}"`)]).toEqual([409, true]);
    expect(html).toContain("Something changed in the meantime. Please check again.");
  }
  expect(await accept(adas, marta.id, checkId)).toBe(303);
  expect((await verificationOf(site.store, marta.id))!.live).toMatchObject({ photoId: later });
});

Deno.test("time ends it: each mail comes, the mark goes from her page at once, and the page after 14 days", async () => {
  const { site, marta, hers, adas } = await world();
  await using _site = site;
  await askProfileChange(site.store, marta.id, { about: "I bind books." });
  await approve(site.store, "profile", marta.id);
  await addShownPhoto(site.store, marta.id);
  const page = `/en/admin/verifications/${marta.id}`;
  await adas.post(page, { do: "identity", documentKind: "passport", checkedOn: "2026-03-14" });
  const checkId = await code(site, marta.id);
  await statusOf(sendVideo(hers, checkId));
  expect(await accept(adas, marta.id, checkId)).toBe(303);
  const day = 24 * 3600_000;
  const work = async () => {
    for (let n = 0; n < 3; n++) {
      await runDueJobs(site.store, (job) => doWork(site.deps, job), (_, error) => {
        throw error;
      });
    }
  };
  const newest = () => site.outbox.mails().filter(({ to }) => to === marta.email)[0]!.subject;
  await work();
  site.advance(166 * day);
  await work();
  expect(newest()).toBe("Your verification ends in 14 days");
  site.advance(14 * day);
  expect((await verificationOf(site.store, marta.id))!.verifiedAt).toBeNull();
  await work();
  expect(newest()).toBe("Your verification has ended");
  const hersNow = await site.visitorAs(marta);
  expect(await htmlOf(hersNow.get(path))).toContain("Your profile is still shown, without the mark, until");
  site.advance(14 * day);
  await work();
  expect(newest()).toBe("Your profile is no longer shown");
  expect(await publishedLadyById(site.store, marta.id)).toBeNull();
});

Deno.test("who was never published reads that her profile is not shown yet, also when a live check of hers has ended", async () => {
  const { site, marta } = await world();
  await using _site = site;
  await addShownPhoto(site.store, marta.id);
  await putChecks(site.store, marta.id);
  await changePhoto(site.store, marta.id, await addShownPhoto(site.store, marta.id), { position: 1 });
  for (const days of [0, 14]) {
    site.advance(days * 24 * 3600_000);
    await site.runJobs();
    const html = await htmlOf((await site.visitorAs(marta)).get(path));
    expect(html).toContain("Your profile is not shown yet. It will be, as soon as all four steps are done.");
    expect(html).not.toContain("Your profile has not been shown since");
  }
  expect((await verificationOf(site.store, marta.id))!.takenDownAt).toBe(site.now());
  expect(site.outbox.mails().map(({ subject }) => subject)).not.toContain("Your verification has ended");
});

Deno.test("who takes away her only photo is not told that she has a new one", async () => {
  const { site, marta } = await world();
  await using _site = site;
  const { store } = site;
  await askProfileChange(store, marta.id, { about: "I bind books." });
  const photoId = await addShownPhoto(store, marta.id);
  await putChecks(store, marta.id);
  await approve(store, "profile", marta.id);
  expect(await publishedLadyById(store, marta.id)).not.toBeNull();
  expect((await removePhoto(store, marta.id, photoId)).ok).toBe(true);
  // The step that is due at once, and its mail.
  for (let round = 0; round < 2; round++) await site.runJobs();
  const { text } = site.outbox.mails().find(({ subject }) => subject === "Your verification has ended")!;
  expect(text).toContain("The photo we compared your face with is no longer your main photo");
});

Deno.test("the rooms are the admins', and only of ladies", async () => {
  const { site, marta, adas } = await world();
  await using _site = site;
  const james = await site.addMan();
  for (const id of [String(james.id), "4711", "x", "0"]) {
    expect(await statusOf(adas.get(`/en/admin/verifications/${id}`))).toBe(404);
    expect(await statusOf(adas.post(`/en/admin/verifications/${id}`, { do: "accept", checkId: "x" }))).toBe(404);
  }
  const found = await adas.get(`/en/admin/verifications?lady=${marta.id}`);
  expect(found.headers.get("location")).toBe(`/en/admin/verifications/${marta.id}`);
  const agency = await site.visitorAs(await site.addPerson({ groupId: 4 }));
  expect(await statusOf(agency.get("/en/admin/verifications"))).toBe(403);
});

Deno.test("the admins' list counts who lacks something, and pages it", async () => {
  const { site, adas } = await world();
  await using _site = site;
  const rows = (html: string) => [...html.matchAll(/<th scope="row"[^>]*>.*?No\. (\d+)/g)].map(([, id]) => Number(id));
  const ids = [];
  for (let count = 0; count < 30; count++) ids.push((await createNewLady(site.store)).id);
  const first = await htmlOf(adas.get("/en/admin/verifications"));
  expect(first).toContain("31 ladies.");
  expect(first).toContain("/en/admin/verifications?page=2#lacking");
  expect(rows(first)).toEqual(ids.toReversed());
  for (const page of [2, 3]) {
    expect(await htmlOf(adas.get(`/en/admin/verifications?page=${page}`))).toMatch(/<th scope="row"[^>]*>Marta/);
  }
});
