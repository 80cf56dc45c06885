/** Reporting without an account: by page and by call, thanked and answered by mail in the reporter's language. */
import { expect } from "expect";
import { type Locale, locales } from "../../../i18n/locales.ts";
import { translatorFor } from "../../../i18n/translate.ts";
import { ladyById } from "../../../kv/ladies/ladies.ts";
import { answerReport } from "../../../kv/safety/report_answers.ts";
import { openReports } from "../../../kv/safety/reports.ts";
import { read, refused } from "../../api/testing/calls.ts";
import { girlPath } from "../../ladies/girl_paths.ts";
import { testAdmin } from "../admin/testing/admin.ts";

const page = { page: 1, limit: 20 };
const prefixOf = (locale: Locale) => locale === "zh-Hant" ? "" : `/${locale.toLowerCase()}`;

async function world() {
  const w = await testAdmin();
  const path = girlPath((await ladyById(w.site.store, w.olena.id))!, w.site.now());
  const told = {
    subject: `/en${path}`,
    category: "fake",
    text: "These are the photos of my sister.",
    name: "Marta",
    email: "marta@elsewhere.test",
    goodFaith: "yes",
  };
  const mails = async () => {
    await w.site.runJobs();
    return w.site.outbox.mails().filter(({ to }) => to === told.email);
  };
  return { ...w, path, told, guest: w.site.visitor(), mails };
}

Deno.test("Marta reports a profile without an account, has it confirmed with its number, and is answered from the desk", async () => {
  await using w = await world();
  const profile = await (await w.guest.get(`/en${w.path}`)).text();
  expect(profile).toContain(`/en/report?subject=${encodeURIComponent(w.path)}`);
  const sent = await w.guest.post("/en/report", w.told);
  expect(sent.status).toBe(303);
  expect(await (await w.guest.follow(sent)).text()).toContain("Your report has the number 1.");
  expect(await w.mails()).toMatchObject([{ subject: "We have received your report 1" }]);
  const [confirmation] = await w.mails();
  expect(confirmation!.text).not.toContain("my sister");
  expect(await (await w.adas.get("/en/admin/reports")).text()).toContain("Reported without an account");
  const shown = await (await w.adas.get("/en/admin/reports/1")).text();
  for (const part of ["Marta · marta@elsewhere.test", "These are the photos of my sister.", w.path]) {
    expect(shown).toContain(part);
  }
  const answer = { action: "warn", warning: "Use your own photos.", ground: "identity", words: "We spoke to her." };
  expect((await w.adas.post("/en/admin/reports/1", answer)).status).toBe(303);
  const [answered, ...before] = await w.mails();
  expect(before).toHaveLength(1);
  for (const part of ["acted on it", "We spoke to her.", "A person read and decided this"]) {
    expect(answered!.text).toContain(part);
  }
  const hers = await (await w.hers.get("/en/decisions/2")).text();
  for (const part of ["You were warned", "Use your own photos.", "no false identity", "Somebody reported it to us."]) {
    expect(hers).toContain(part);
  }
});

Deno.test("addresses of this site are known in every language and as they were copied; others are refused", async () => {
  await using w = await world();
  const olena = w.olena.id;
  const ask = (subject: string) => w.guest.call("POST", "/api/reports", { ...w.told, subject });
  const known = [
    `/uk${w.path}`,
    `http://localhost:8000/zh-hans${w.path}`,
    `localhost:8000${w.path}`,
    `/girl/anything-${olena}`,
    `user:${olena}`,
    "user:999999",
    "letter:17",
    `/photo-files/${olena}/sometoken/full`,
  ];
  const { report } = await read<{ report: { id: number } }>(ask(known[0]!));
  expect(report).toEqual({ id: 1 });
  for (const subject of known.slice(1)) await read(ask(subject));
  // They are all the same page, however it is written.
  expect((await openReports(w.site.store, page)).totalCount).toBe(5);
  const foreign = [
    "https://elsewhere.test/girl/a-1",
    "/girl/nobody-999999",
    "/nowhere",
    "user:x",
    "//elsewhere.test/girl",
  ];
  for (const subject of foreign) {
    expect((await refused(ask(subject), 422, "invalid")).fields).toHaveProperty("subject");
  }
});

Deno.test("a lady is known by her number, as her profile says it in every language", async () => {
  await using w = await world();
  const id = w.olena.id;
  const ask = (subject: string) => w.guest.call("POST", "/api/reports", { ...w.told, subject });
  const asProfilesSay = locales.map((locale) => translatorFor(locale)("profile:number", { id }));
  for (const subject of [`${id}`, `#${id}`, `nr. ${id}`, ...asProfilesSay]) await read(ask(subject));
  const { reports } = await openReports(w.site.store, page);
  expect(reports.map(({ subject, reportedId }) => [subject, reportedId])).toEqual([[`user:${id}`, id]]);
  const hint = await (await w.guest.get("/en/report")).text();
  expect(hint).toContain("the number on the profile (No. 10008)");
});

for (const locale of locales) {
  Deno.test(`${locale}: the mail names a lady and a letter as people do, not as the desk does`, async () => {
    await using w = await world();
    const t = translatorFor(locale);
    for (const subject of [`user:${w.olena.id}`, "letter:87"]) {
      expect((await w.guest.post(`${prefixOf(locale)}/report`, { ...w.told, subject })).status).toBe(303);
    }
    const texts = (await w.mails()).map(({ text }) => text).join();
    expect(texts).toContain(t("profile:number", { id: w.olena.id }));
    expect(texts).toContain(t("guestReports:letter", { id: 87 }));
    expect(texts).not.toMatch(/(user|letter):\d/);
  });
}

Deno.test("a mail repeats nothing of an address that nobody looked up", async () => {
  await using w = await world();
  const subject = `/photo-files/${w.olena.id}/send-money-to-me/full`;
  await read(w.guest.call("POST", "/api/reports", { ...w.told, subject }));
  const [mail] = await w.mails();
  expect(mail!.text).toContain(`/photo-files/${w.olena.id}`);
  expect(mail!.text).not.toContain("send-money-to-me");
});

Deno.test("what is missing is said at its field; a child needs no name; a program is thanked for nothing", async () => {
  await using w = await world();
  const { goodFaith: _, ...unsigned } = w.told;
  const asked = await (await w.guest.post("/en/report", { ...unsigned, text: "" })).text();
  expect(asked).toContain('id="goodFaith-error"');
  expect(asked).toContain('<a href="#goodFaith">Confirm that what you say is correct and complete.</a>');
  expect(asked).toContain('<b class="asks">Why do you think so?</b> Please fill this in.');
  const empty = await (await w.guest.post("/en/report", {})).text();
  for (const field of ["subject", "category", "text", "email", "goodFaith"]) {
    expect(empty).toContain(`id="${field}-error"`);
  }
  const nameless = await w.guest.post("/en/report", { ...w.told, email: "" });
  expect(nameless.status).toBe(422);
  expect(await nameless.text()).toContain('id="email-error"');
  await refused(w.guest.call("POST", "/api/reports", { ...w.told, email: undefined }), 422, "invalid");
  await w.guest.post("/en/report", { ...w.told, website: "https://pills.test" });
  expect((await openReports(w.site.store, page)).totalCount).toBe(0);
  expect((await w.guest.post("/en/report", { ...w.told, category: "minor", name: "", email: "" })).status).toBe(303);
  expect((await openReports(w.site.store, page)).totalCount).toBe(1);
});

for (const locale of locales) {
  Deno.test(`${locale}: the form stands complete, and both mails come in its language`, async () => {
    await using w = await world();
    const t = translatorFor(locale);
    const prefix = prefixOf(locale);
    const form = await (await w.guest.get(`${prefix}/report`)).text();
    expect(form).toContain(t("guestReports:title"));
    expect(form).not.toMatch(/guestReports[.:]|safety:category/);
    expect((await w.guest.post(`${prefix}/report`, w.told)).status).toBe(303);
    const answer = { reportId: 1, actorId: w.ada.id, outcome: "not_confirmed", words: "Nothing." } as const;
    await answerReport(w.site.store, answer);
    const subjects = (await w.mails()).map(({ subject }) => subject).sort();
    const wanted = ["received", "answer"].map((name) => t(`guestReports:mail.${name}.subject`, { id: 1, brand: "" }));
    expect(subjects).toEqual(wanted.sort());
  });
}
