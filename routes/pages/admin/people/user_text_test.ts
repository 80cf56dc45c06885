/** An admin takes down one text that is shown: as it was seen, after a question, once; its owner reads why and objects. */
import { expect } from "expect";
import { ladyById } from "../../../../kv/ladies/ladies.ts";
import { changeOwn, manProfileOf } from "../../../../kv/ladies/profiles.ts";
import { letterById } from "../../../../kv/letters/letters.ts";
import { audit } from "../../../../kv/records/audit.ts";
import { decisionsAgainst } from "../../../../kv/safety/decisions.ts";
import { fileReport } from "../../../../kv/safety/report_filing.ts";
import { keys } from "../../../../kv/store/keys.ts";
import { createAgencyOf } from "../../../../kv/testing/agencies.ts";
import { addShownPhoto, approve } from "../../../../kv/testing/verifications.ts";
import { changePhoto } from "../../../../kv/vetting/photo_changes.ts";
import { photosOf } from "../../../../kv/vetting/photos.ts";
import { girlPathByNumber } from "../../../ladies/girl_paths.ts";
import { htmlOf } from "../../mail/testing/mail.ts";
import { type AdminWorld, sureOf, testAdmin } from "../testing/admin.ts";

const reason = "This is an advertisement.";

/** What the first form sends, with the words that the admin writes. */
async function firstForm(w: AdminWorld, path: string): Promise<Record<string, string>> {
  const { sure: _, ...fields } = sureOf(await htmlOf(w.adas.get(path)));
  return { ...fields, reason };
}

/** Goes through both steps; answers the page of the question. */
async function takeDown(w: AdminWorld, path: string, asked: Record<string, string> = {}): Promise<string> {
  const question = await htmlOf(w.adas.post(path, { ...await firstForm(w, path), ...asked }));
  expect((await w.adas.post(path, sureOf(question))).status).toBe(303);
  return question;
}

Deno.test("what James sells in his profile, reported by Olena, is taken down; he reads why, objects and may write again", async () => {
  await using w = await testAdmin();
  const { site: { store }, james, olena, adas, bens, hers, his } = w;
  await changeOwn(store, james.id, { profile: { about: "I sell watches.\n\nCall me.", quote: "Time flies" } });
  await w.write(james, olena, "Dear Olena");
  const profile = () => htmlOf(hers.get(`/en/lady/man/${james.id}`));
  expect(await profile()).toContain("I sell watches.");
  const about = { reporterId: olena.id, reportedId: james.id, category: "money", text: "", from: "profile" } as const;
  await fileReport(store, about);
  const path = `/en/admin/users/${james.id}/texts/about`;
  const person = () => htmlOf(adas.get(`/en/admin/users/${james.id}`));
  for (const part of ["Texts that others see", "I sell watches.", "Time flies", `href="${path}"`]) {
    expect(await person()).toContain(part);
  }

  const form = await firstForm(w, path);
  expect(await htmlOf(adas.get(path))).toMatch(/<option value="1" selected[^>]*>Report 1 · /);
  const wordless = await adas.post(path, { ...form, reason: " " });
  expect([wordless.status, (await wordless.text()).includes("<title>Error: ")]).toEqual([422, true]);
  const question = await htmlOf(adas.post(path, { ...form, ground: "advertising", report: "1" }));
  for (const part of ["I sell watches.", "in every language", `The person reads: ${reason}`]) {
    expect(question).toContain(part);
  }
  expect(await profile()).toContain("I sell watches.");

  const done = await adas.post(path, sureOf(question));
  expect(await htmlOf(adas.follow(done))).toContain("The text is taken down.");
  expect(await person()).not.toContain("I sell watches.");
  expect(await profile()).not.toContain("I sell watches.");
  expect(await profile()).toContain("Time flies");
  const again = await htmlOf(bens.follow(await bens.post(path, sureOf(question))));
  expect([again.includes("no longer shown"), (await adas.get(path)).status]).toEqual([true, 404]);
  const [decision, ...others] = await decisionsAgainst(store, james.id);
  expect([decision, others]).toMatchObject([{ kind: "shown_text", text: "about", reportId: 1 }, []]);

  const mailsToHim = async () => {
    await w.site.runJobs();
    return w.site.outbox.mails().filter(({ to }) => to === james.email).map(({ text }) => text).join("\n");
  };
  const mail = await mailsToHim();
  for (
    const part of ["taken down one of your texts", `Why: ${reason}`, "Which text: About me", "/man/men-account/about"]
  ) {
    expect(mail).toContain(part);
  }
  const told = `: About me. Why: ${reason}`;
  expect(await htmlOf(his.get("/en/man/men-account/about"))).toContain(told);
  expect(await htmlOf(his.get("/en/man/men-account/looking-for"))).not.toContain(told);
  const hisOf = () => htmlOf(his.get(`/en/decisions/${decision!.id}`));
  const stated = await hisOf();
  for (const part of ["One of your texts was taken down", "About me", reason, "Somebody reported it to us."]) {
    expect(stated).toContain(part);
  }
  await his.post(`/en/decisions/${decision!.id}`, { text: "It is a hobby." });
  expect(await htmlOf(bens.get("/en/admin/appeals"))).toContain("Text taken down");
  expect(await htmlOf(bens.get(`/en/admin/appeals/${decision!.id}`))).toContain("About me");
  await bens.post(`/en/admin/appeals/${decision!.id}`, { verdict: "reversed", words: "It is." });
  expect(await hisOf()).toContain("You can write it again.");
  expect(await mailsToHim()).toContain("You can write it again.");
  expect(await htmlOf(his.get("/en/man/men-account/about"))).not.toContain(told);
  for (const seen of [mail, await mailsToHim(), await htmlOf(adas.get("/en/admin/log"))]) {
    expect(seen).not.toContain("watches");
  }
  expect(await htmlOf(adas.get("/en/admin/log"))).toContain("Text taken down");
  expect(await audit(store)).toEqual([]);
});

Deno.test("a lady's text goes from what guests and men are shown in each language; she is told at her profile", async () => {
  await using w = await testAdmin();
  const { site, site: { store }, olena, adas, hers, his } = w;
  const hersAre = { quote: "Viber me", about: "I live by the river.", interests: ["Rivers", "Viber"], city: "Lviv" };
  const { firstname } = olena;
  const chinese = { firstname, city: "Lviv", quote: "加我 Viber", about: "我住在河邊。", interests: ["河流", "通話"] };
  const localized = { "zh-Hant": { ...chinese, idealPartner: "" } };
  await store.kv.set(keys.lady(olena.id), { ...await ladyById(store, olena.id), ...hersAre, localized });
  const path = (text: string) => `/en/admin/users/${olena.id}/texts/${text}`;
  const page = await htmlOf(adas.get(path("quote")));
  for (const part of ["A sentence of her own", "Viber me", "加我 Viber", "Traditional Chinese"]) {
    expect(page).toContain(part);
  }
  const guest = site.visitor();
  const shown = async () => {
    const pages = [guest, his].flatMap((who) =>
      ["/en", ""].map(async (prefix) => htmlOf(who.follow(await who.get(`${prefix}${girlPathByNumber(olena.id)}`))))
    );
    return (await Promise.all([...pages, htmlOf(guest.get("/en"))])).join("\n");
  };
  const before = await shown();
  for (const part of ["Viber me", "加我 Viber", "通話"]) expect(before).toContain(part);
  expect(await takeDown(w, path("quote"))).not.toContain("the place they were written at");
  await takeDown(w, path("interest-2"));
  const after = await shown();
  for (const part of ["Viber", "通話"]) expect(after).not.toContain(part);
  for (const part of ["I live by the river.", "我住在河邊。", "河流"]) expect(after).toContain(part);
  const told = await htmlOf(hers.get("/en/lady/profile"));
  for (const part of [`: A sentence of your own. Why: ${reason}`, `: An interest. Why: ${reason}`]) {
    expect(told).toContain(part);
  }
  await site.runJobs();
  const mails = site.outbox.mails().filter(({ to }) => to === olena.email);
  expect(mails.map(({ text }) => text.includes("/lady/profile"))).toEqual([true, true]);
  site.advance(31 * 24 * 3600_000);
  expect(await htmlOf((await site.visitorAs(olena)).get("/en/lady/profile"))).not.toContain(reason);
});

Deno.test("a city that is taken down goes from the letters sent before, as the page says beforehand", async () => {
  await using w = await testAdmin();
  const { site: { store }, james, olena, his, hers } = w;
  const number = "call 0700 900 900";
  await store.kv.set(keys.lady(olena.id), { ...await ladyById(store, olena.id), city: number });
  const { id } = await w.write(olena, james, "Dear James");
  const shown = async () => {
    const pages = [
      his.get(`/en/man/mail/introduction/conversation/${olena.id}/${id}`),
      hers.get(`/en/lady/mail/outbox/conversation/${james.id}/${id}`),
      his.get("/en/man/mail/inbox"),
    ];
    return (await Promise.all(pages.map(htmlOf))).map((html) => html.includes(number));
  };
  expect(await shown()).toEqual([true, true, true]);
  const question = await takeDown(w, `/en/admin/users/${olena.id}/texts/city`);
  expect(question).toContain("lose the city as the place they were written at");
  await w.site.runJobs();
  expect(await shown()).toEqual([false, false, false]);
  expect((await letterById(store, id))!.place).toBeUndefined();
});

Deno.test("whoever takes down what an agency keeps reads that it is told as well, but not of a caption", async () => {
  await using w = await testAdmin();
  const { site: { store }, olena } = w;
  await createAgencyOf(store, olena.id);
  const photoId = await addShownPhoto(store, olena.id);
  await changePhoto(store, olena.id, photoId, { caption: "Call me" });
  await approve(store, "photo", photoId);
  await store.kv.set(keys.lady(olena.id), { ...await ladyById(store, olena.id), quote: "Viber me" });
  const path = `/en/admin/users/${olena.id}`;
  const saysSo = [];
  for (const thing of ["texts/quote", `texts/caption-${photoId}`, `photos/${photoId}`]) {
    saysSo.push((await takeDown(w, `${path}/${thing}`)).includes("The agency that keeps her profile"));
  }
  expect(saysSo).toEqual([true, false, true]);
});

Deno.test("a caption is shown with its photo, and only the caption is taken down", async () => {
  await using w = await testAdmin();
  const { site: { store }, james, adas, his } = w;
  const photoId = await addShownPhoto(store, james.id);
  await changePhoto(store, james.id, photoId, { caption: "Call me" });
  await approve(store, "photo", photoId);
  const path = `/en/admin/users/${james.id}/texts/caption-${photoId}`;
  const page = await htmlOf(adas.get(path));
  for (const part of ["Call me", `/photo-files/${james.id}/`, "Caption of a photo"]) expect(page).toContain(part);
  await takeDown(w, path);
  expect(await photosOf(store, james)).toMatchObject([{ id: photoId, caption: "" }]);
  const photos = await htmlOf(his.get("/en/man/men-account/photos"));
  expect(photos).toContain("The caption of the photo you added on ");
  expect(photos).toContain(`was taken down: ${reason}`);
  await w.site.runJobs();
  const mail = w.site.outbox.mails().find(({ to }) => to === james.email)!;
  expect(mail.text).toContain("/man/men-account/photos");
  expect(mail.text).toContain("Go to your photos");
  const stated = await htmlOf(his.get("/en/decisions/1"));
  for (const part of ["Caption of a photo", "We noticed it ourselves."]) expect(stated).toContain(part);
  expect(await htmlOf(his.get("/en/man/men-account/about"))).not.toContain(reason);
});

Deno.test("words that changed since the page was opened are shown again, and only then taken down", async () => {
  await using w = await testAdmin();
  const { site: { store }, james, adas } = w;
  await changeOwn(store, james.id, { profile: { about: "I sell watches." } });
  const path = `/en/admin/users/${james.id}/texts/about`;
  const form = await firstForm(w, path);
  const question = await htmlOf(adas.post(path, form));
  await changeOwn(store, james.id, { profile: { about: "I keep bees." } });
  for (const late of [form, sureOf(question)]) {
    const answer = await adas.post(path, late);
    expect(answer.status).toBe(409);
    const html = await answer.text();
    for (const part of ["has changed since you opened this page", "I keep bees.", reason]) expect(html).toContain(part);
  }
  expect((await manProfileOf(store, james.id)).about).toBe("I keep bees.");
});

Deno.test("a text that nobody is shown has no such page, and an admin none for her own", async () => {
  await using w = await testAdmin();
  const { ada, james, adas } = w;
  for (const text of ["about", "firstname", "interest-1", "caption-1", "phone"]) {
    const path = `/en/admin/users/${james.id}/texts/${text}`;
    expect((await adas.get(path)).status).toBe(404);
    expect(await htmlOf(adas.follow(await adas.post(path, { seen: "", reason })))).toContain("no longer shown");
  }
  expect(await htmlOf(adas.get(`/en/admin/users/${ada.id}`))).not.toContain("/texts/");
});
