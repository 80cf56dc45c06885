/** A reporter without an account reads the answer at its address, objects there once, and reads the second decision. */
import { expect } from "expect";
import { locales } from "../../../i18n/locales.ts";
import { translatorFor } from "../../../i18n/translate.ts";
import { answerReport } from "../../../kv/safety/report_answers.ts";
import { read, refused } from "../../api/testing/calls.ts";
import { testAdmin } from "../admin/testing/admin.ts";

async function world() {
  const w = await testAdmin();
  const told = {
    subject: `user:${w.olena.id}`,
    category: "fake",
    text: "These are the photos of my sister.\n\nShe lives in Iași.",
    name: "Marta",
    email: "marta@elsewhere.test",
    goodFaith: "yes",
  };
  const guest = w.site.visitor();
  /** The one mail to her whose text or subject holds `part`, because mails of the same moment come in any order. */
  const mailWith = async (part: string) => {
    await w.site.runJobs();
    const all = w.site.outbox.mails().filter(({ to, text, subject }) =>
      to === told.email && (text + subject).includes(part)
    );
    expect([part, all.length]).toEqual([part, 1]);
    return all[0]!;
  };
  /** Reports on the pages of `prefix`, and answers the report; returns the path in the mail about the answer. */
  const answered = async (prefix = "/en"): Promise<string> => {
    expect((await guest.post(`${prefix}/report`, told)).status).toBe(303);
    const answer = { reportId: 1, actorId: w.ada.id, outcome: "not_confirmed", words: "Her documents fit." } as const;
    expect(await answerReport(w.site.store, answer)).toMatchObject({ ok: true });
    const { text } = await mailWith("Her documents fit.");
    return new URL(/http\S+\/report\/1\/\S+/.exec(text)![0]).pathname;
  };
  return { ...w, guest, mailWith, answered };
}

Deno.test("Marta reads report and answer at the mailed address, objects, and reads what Ben decides", async () => {
  await using w = await world();
  const path = await w.answered();
  const fresh = await w.guest.get(path);
  expect(fresh.headers.get("cache-control")).toBe("private, no-store");
  const page = await fresh.text();
  for (const part of ["She lives in Iași.</p>", "Her documents fit.", "Object to this answer", 'content="noindex"']) {
    expect(page).toContain(part);
  }
  expect(page).toContain(`No. ${w.olena.id}`);
  expect(page).not.toContain("user:");
  expect(page).not.toContain(`href="${path}"`);
  const empty = await w.guest.post(path, { text: " " });
  expect(empty.status).toBe(422);
  expect(await empty.text()).toContain('id="text-error"');
  const sent = await w.guest.post(path, { text: "My sister never wrote to you." });
  expect(sent.status).toBe(303);
  expect(await (await w.guest.follow(sent)).text()).toContain("Your objection is waiting for an answer.");
  const receipt = await w.mailWith("We have received your objection about report 1");
  expect(receipt.text).toContain(path);
  expect(receipt.text).not.toContain("never wrote");
  expect((await w.guest.post(path, { text: "Once more." })).status).toBe(409);

  expect(await (await w.bens.get("/en/admin/appeals")).text()).toContain("Without an account · Report 1");
  const desk = await (await w.adas.get("/en/admin/appeals/1")).text();
  for (const part of ["My sister never wrote to you.", "These are the photos of my sister.", "Her documents fit."]) {
    expect(desk).toContain(part);
  }
  const verdict = { verdict: "reversed", words: "You were right.\n\nThe profile is gone." };
  expect((await w.adas.post("/en/admin/appeals/1", verdict)).status).toBe(403);
  expect((await w.bens.post("/en/admin/appeals/1", verdict)).status).toBe(303);
  const last = await w.mailWith("What we decided on your objection about report 1");
  for (const part of ["our answer no longer holds", "The profile is gone.", path]) expect(last.text).toContain(part);
  const after = await (await w.guest.get(path)).text();
  for (const part of ["our answer no longer holds", "The profile is gone."]) expect(after).toContain(part);
  expect(after).not.toContain("<textarea");
});

Deno.test("another address, of another number or another key, opens nothing and takes nothing", async () => {
  await using w = await world();
  const path = await w.answered();
  for (const wrong of [path.replace("/1/", "/2/"), `${path}x`, path.replace("/1/", "/x/")]) {
    expect((await w.guest.get(wrong)).status).toBe(404);
    expect((await w.guest.post(wrong, { text: "Let me in." })).status).toBe(404);
  }
});

Deno.test("by a call it is the same, with the key of the address", async () => {
  await using w = await world();
  const key = (await w.answered()).split("/").at(-1)!;
  const text = "My sister never wrote to you.";
  const object = (body: Record<string, unknown>) => w.guest.call("POST", "/api/reports/1/appeal", body);
  await refused(object({ key: "x", text }), 404, "not_found");
  await refused(object({ text }), 422, "invalid");
  expect(await read(object({ key, text }))).toEqual({ appeal: { id: 1, state: "open" } });
  await refused(object({ key, text: "Other words." }), 409, "conflict");
});

for (const locale of locales) {
  Deno.test(`${locale}: page and mails stand complete in its language`, async () => {
    await using w = await world();
    const t = translatorFor(locale);
    const path = await w.answered(locale === "zh-Hant" ? "" : `/${locale.toLowerCase()}`);
    const page = await (await w.guest.get(path)).text();
    expect(page).toContain(t("guestReports:appeal.title"));
    expect(page).not.toMatch(/guestReports[.:]|safety:/);
    expect((await w.guest.post(path, { text: "No." })).status).toBe(303);
    await w.bens.post("/en/admin/appeals/1", { verdict: "upheld", words: "We asked her." });
    for (const name of ["verdict", "objection"]) await w.mailWith(t(`guestReports:mail.${name}.subject`, { id: 1 }));
    expect(await (await w.guest.get(path)).text()).toContain(t("guestReports:appeal.state.upheld"));
    expect((await w.guest.get(`${path}x`)).status).toBe(404);
  });
}
