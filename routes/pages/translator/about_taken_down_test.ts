/** What a translator tells readers is taken down in all languages; an older form does not bring it back. */
import { expect } from "expect";
import { setAboutTranslator } from "../../../kv/accounts/about_translators.ts";
import { audit } from "../../../kv/records/audit.ts";
import { decisionsAgainst } from "../../../kv/safety/decisions.ts";
import { sureOf } from "../admin/testing/admin.ts";
import { htmlOf } from "../mail/testing/mail.ts";
import { testTranslators } from "./testing/translators.ts";

const reason = "This is an advertisement.";
const words = { en: "Lessons at nadia.example", uk: "Уроки: nadia.example" };
const aboutPath = "/en/agency/mail/about-you";

/** Nadia, who advertises on the page of the translators, and Ada, who takes that down. */
async function world() {
  const w = await testTranslators();
  const ada = await w.site.addPerson({ groupId: 3, firstname: "Ada" });
  await setAboutTranslator(w.site.store, w.nadia.id, { isShown: true, words });
  const adas = await w.site.visitorAs(ada);
  const path = `/en/admin/users/${w.nadia.id}/texts/aboutTranslator`;
  const takeDown = async () => {
    const { sure: _, ...form } = sureOf(await htmlOf(adas.get(path)));
    return await adas.post(path, sureOf(await htmlOf(adas.post(path, { ...form, reason }))));
  };
  const guest = w.site.visitor();
  const shown = async () => {
    const pages = await Promise.all(["/en/translators", "/uk/translators"].map((page) => htmlOf(guest.get(page))));
    return pages.map((html) => [html.includes("Nadia"), html.includes("nadia.example")]);
  };
  return { ...w, adas, path, takeDown, shown };
}

/** The hidden field with the marks of what the form shows. */
const seenIn = (html: string): string => /name="seen" value="([^"]*)"/.exec(html)![1]!.replaceAll("&amp;", "&");

Deno.test("what a translator tells readers goes in all languages; she stays introduced, and reads why", async () => {
  await using w = await world();
  expect(await w.shown()).toEqual([[true, true], [true, true]]);
  const page = await htmlOf(w.adas.get(w.path));
  for (const part of ["About me, on the page of our translators", words.en, words.uk]) expect(page).toContain(part);
  expect((await w.takeDown()).status).toBe(303);
  expect(await w.shown()).toEqual([[true, false], [true, false]]);
  expect((await w.adas.get(w.path)).status).toBe(404);
  expect(await decisionsAgainst(w.site.store, w.nadia.id)).toMatchObject([{ text: "aboutTranslator", facts: reason }]);
  expect(await htmlOf(w.hers.get(aboutPath))).toContain(`About me, on the page of our translators. Why: ${reason}`);
  await w.site.runJobs();
  const mail = w.site.outbox.mails().find(({ to }) => to === w.nadia.email)!;
  for (const part of [reason, "How readers meet you", "/agency/mail/about-you"]) expect(mail.text).toContain(part);
  expect(await audit(w.site.store)).toEqual([]);
});

Deno.test("a form that was open meanwhile brings no such words back, and saves those that were written anew", async () => {
  await using w = await world();
  const seen = seenIn(await htmlOf(w.hers.get(aboutPath)));
  await w.takeDown();
  const form = { isShown: "on", ...words, ro: "Traduc de zece ani.", seen };
  expect((await w.hers.post(aboutPath, form)).status).toBe(303);
  expect(await w.shown()).toEqual([[true, false], [true, false]]);
  expect(await htmlOf(w.site.visitor().get("/ro/translators"))).toContain("Traduc de zece ani.");
  const changed = await w.hers.post(aboutPath, { ...form, en: "More lessons", ro: "" });
  expect([changed.status, (await changed.text()).includes("Something changed in the meantime.")]).toEqual([409, true]);
});

Deno.test("words that changed since the page was opened, in any language, are not taken down", async () => {
  await using w = await world();
  const { sure: _, ...form } = sureOf(await htmlOf(w.adas.get(w.path)));
  await setAboutTranslator(w.site.store, w.nadia.id, {
    isShown: true,
    words: { ...words, uk: "Перекладаю десять років." },
  });
  expect((await w.adas.post(w.path, { ...form, reason })).status).toBe(409);
  await setAboutTranslator(w.site.store, w.nadia.id, { isShown: false, words });
  expect((await w.adas.get(w.path)).status).toBe(404);
});
