/** Whoever answers a question with Cancel has the step before again, with every word that was written there. */
import { expect } from "expect";
import { isSuspended, userById } from "../../../kv/accounts/users.ts";
import { balanceOf, lastEntry } from "../../../kv/credits/ledger/ledger.ts";
import { fileReport } from "../../../kv/safety/report_filing.ts";
import { paidPayment } from "../../../kv/testing/payments.ts";
import { htmlOf } from "../mail/testing/mail.ts";
import { sureOf, testAdmin } from "./testing/admin.ts";
import { fieldsOf } from "./testing/shop.ts";

Deno.test("whoever is not sure after all finds the step before as it was written", async () => {
  await using world = await testAdmin();
  const { site: { store }, james, olena, adas, write } = world;
  await write(james, olena, "Dear Olena.");
  const { seq } = (await lastEntry(store, james.id))!;
  const payment = await paidPayment(store, james.id);
  const { report } = (await fileReport(store, {
    reporterId: james.id,
    reportedId: olena.id,
    category: "fake",
    text: "",
    from: "profile",
  })) as { report: { id: number } };
  const users = "/en/admin/users";
  const suspend = { do: "suspend", kind: "fraud", reason: "Photos of an actress.", facts: "Photos of somebody else." };
  // The warning was written before a warning seemed too little.
  const warning = "Please write kindly.";
  const answer = { action: "conduct", words: "Thank you.", warning, reason: "Insults.", facts: "You insulted people." };
  const city = `${users}/${olena.id}/texts/city`;
  const seen = sureOf(await htmlOf(adas.get(city))).seen!;
  const written: [string, Record<string, string>][] = [
    [`${users}/${olena.id}/suspension`, suspend],
    [`${users}/${james.id}/adjustment`, { credits: "+25", reason: "For a broken evening." }],
    [`${users}/${james.id}/entries/${seq}`, { reason: "She had left the site." }],
    [city, { reason: "This is no town.", seen }],
    [`/en/admin/reports/${report.id}`, answer],
    [`/en/admin/payments/${payment.id}`, { amount: "7.00" }],
  ];
  for (const [path, fields] of written) {
    const question = await htmlOf(adas.post(path, fields));
    expect([path, question.includes('name="sure" value="no"')]).toEqual([path, true]);
    const back = await htmlOf(adas.post(path, { ...sureOf(question), sure: "no" }));
    expect([path, back.includes('name="sure"')]).toEqual([path, false]);
    expect([path, fieldsOf(back, path)]).toEqual([path, expect.objectContaining(fields)]);
  }
  expect([await balanceOf(store, james.id), isSuspended((await userById(store, olena.id))!)]).toEqual([255, false]);
});
