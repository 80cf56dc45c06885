/** Suspending, reinstating, refunding and adjusting: confirmed once, done once, for a reason; and who may not. */
import { expect } from "expect";
import { isSuspended, userById } from "../../../kv/accounts/users.ts";
import { balanceOf, lastEntry, post } from "../../../kv/credits/ledger/ledger.ts";
import { openLetter } from "../../../kv/letters/opening.ts";
import { audit } from "../../../kv/records/audit.ts";
import { decisionOf } from "../../../kv/safety/decisions.ts";
import { auditRecords } from "../../../kv/store/audit_log.ts";
import { paidPayment, say } from "../../../kv/testing/payments.ts";
import { runSafetyJobs } from "../../../kv/testing/safety.ts";
import { htmlOf } from "../mail/testing/mail.ts";
import { sureOf, testAdmin } from "./testing/admin.ts";

const actionsOf = async (store: Parameters<typeof auditRecords>[0]) =>
  (await auditRecords(store, { page: 1, limit: 50 })).records.map(({ action }) => action);

Deno.test("a suspension says what will happen before it happens, whom it tells and what it gives back", async () => {
  await using world = await testAdmin();
  const { site: { store }, james, olena, adas, hers, write } = world;
  await write(james, olena, "Dear Olena.");
  await openLetter(store, james.id, (await write(olena, james, "Dear James.")).id, true);
  const path = `/en/admin/users/${olena.id}/suspension`;
  expect(await htmlOf(adas.get(path))).toContain("Suspend Olena");
  const without = await adas.post(path, { do: "suspend", kind: "fraud", reason: " " });
  expect(without.status).toBe(422);
  await without.body?.cancel();
  const wanted = {
    do: "suspend",
    kind: "fraud",
    reason: "Photos of an actress.",
    facts: "These photos show somebody else.",
  };
  const question = await htmlOf(adas.post(path, wanted));
  for (const part of ["People told: 1. Credits given back: 15.", "Photos of an actress.", 'name="sure"']) {
    expect(question).toContain(part);
  }
  expect(isSuspended((await userById(store, olena.id))!)).toBe(false);

  const done = await adas.post(path, { ...wanted, sure: "yes" });
  expect(done.headers.get("location")).toBe(`/en/admin/users/${olena.id}`);
  const page = await htmlOf(adas.follow(done));
  for (const part of ["The account is suspended.", "Photos of an actress.", "Reinstate"]) expect(page).toContain(part);
  expect((await userById(store, olena.id))!.suspension).toMatchObject({ kind: "fraud", by: world.ada.id });
  expect((await hers.get("/en/lady/mail/inbox")).status).toBe(303);
});

Deno.test("a page from before another's decision does not do the opposite; reinstating has a reason as well", async () => {
  await using world = await testAdmin();
  const { site: { store }, olena, adas, bens } = world;
  const path = `/en/admin/users/${olena.id}/suspension`;
  const wanted = {
    do: "suspend",
    kind: "conduct",
    reason: "Insults in three chats.",
    facts: "You insulted three people.",
    sure: "yes",
  };
  expect((await adas.post(path, wanted)).status).toBe(303);
  const late = await bens.post(path, wanted);
  expect([late.status, isSuspended((await userById(store, olena.id))!)]).toEqual([409, true]);
  await late.body?.cancel();
  // The reason for a reinstatement is told to nobody.
  expect(await htmlOf(bens.get(path))).toContain("The person does not read it.");
  const back = { ...sureOf(await htmlOf(bens.get(path))), reason: "It was her sister." };
  expect((await bens.post(path, { ...back, reason: "" })).status).toBe(422);
  expect((await bens.post(path, back)).status).toBe(303);
  expect(isSuspended((await userById(store, olena.id))!)).toBe(false);
  expect((await adas.post(`/en/admin/users/${world.ada.id}/suspension`, wanted)).status).toBe(403);
  expect(await actionsOf(store)).toEqual(expect.arrayContaining(["user_suspended", "user_reinstated"]));
});

Deno.test("a lady who is out for conduct becomes a fraud from her page: her days count from the first, and she is told why", async () => {
  await using world = await testAdmin();
  const { site, james, olena, adas, write } = world;
  const { store } = site;
  await write(james, olena, "Dear Olena.");
  const path = `/en/admin/users/${olena.id}/suspension`;
  const conduct = {
    do: "suspend",
    kind: "conduct",
    reason: "Insults.",
    facts: "You insulted three people.",
    sure: "yes",
  };
  expect((await adas.post(path, conduct)).status).toBe(303);
  const { decisionId } = (await userById(store, olena.id))!.suspension!;
  site.advance(40 * 24 * 3600_000);
  const bens = await site.visitorAs(world.ben);
  for (const page of [`/en/admin/users/${olena.id}`, path]) {
    expect(await htmlOf(bens.get(page))).toContain(`href="${path}?kind=fraud"`);
  }
  const form = await htmlOf(bens.get(`${path}?kind=fraud`));
  for (const part of ["Suspend Olena", 'name="kind" value="fraud"', 'name="facts"', 'value="suspend"']) {
    expect(form).toContain(part);
  }
  // The form is about the 30 days before her suspension, not about the last 30 days.
  expect(form).not.toContain("in the last 30 days");
  expect(form).toContain("in the 30 days before the suspension that stands, of ");
  const wanted = { do: "suspend", kind: "fraud", reason: "Photos of an actress.", facts: "" };
  const without = await bens.post(path, wanted);
  expect([without.status, await without.text()]).toEqual([422, expect.stringContaining("Suspend Olena")]);
  const told = { ...wanted, facts: "These photos show somebody else." };
  const question = await htmlOf(bens.post(path, told));
  for (const part of ["People told: 1. Credits given back: 10.", told.facts, 'name="sure"']) {
    expect(question).toContain(part);
  }
  expect((await bens.post(path, { ...told, sure: "yes" })).status).toBe(303);
  const { suspension } = (await userById(store, olena.id))!;
  expect(suspension).toMatchObject({ kind: "fraud", by: world.ben.id });
  expect(await decisionOf(store, olena.id, suspension!.decisionId!)).toMatchObject({ facts: told.facts });
  expect(suspension!.decisionId).not.toBe(decisionId);
  await runSafetyJobs(store);
  expect(await balanceOf(store, james.id)).toBe(200);
  expect(await audit(store)).toEqual([]);
});

Deno.test("out for fraud she is no fraud a second time, and for conduct nobody is kept out twice", async () => {
  await using world = await testAdmin();
  const { site: { store }, olena, james, adas } = world;
  const about = { reason: "Rude.", facts: "You were rude.", sure: "yes" };
  for (const [user, first, second] of [[olena, "fraud", "fraud"], [james, "conduct", "fraud"]] as const) {
    const path = `/en/admin/users/${user.id}/suspension`;
    await adas.post(path, { ...about, do: "suspend", kind: first });
    const { suspension } = (await userById(store, user.id))!;
    const again = await adas.post(path, { ...about, do: "suspend", kind: second, reason: "Rude again." });
    expect([again.status, await again.text()]).toEqual([409, expect.stringContaining("Reinstate")]);
    expect(await htmlOf(adas.get(`${path}?kind=fraud`))).not.toContain('name="facts"');
    expect((await userById(store, user.id))!.suspension).toEqual(suspension);
  }
});

Deno.test("whoever presses twice is told that it is done, whether the second press comes at once or later", async () => {
  await using world = await testAdmin();
  const { site: { store }, olena, adas } = world;
  const path = `/en/admin/users/${olena.id}/suspension`;
  const suspend = { do: "suspend", kind: "conduct", reason: " Insults. ", facts: "You insulted people.", sure: "yes" };
  const reinstate = async () => ({ ...sureOf(await htmlOf(adas.get(path))), reason: "It was her sister." });
  for (const [form, action] of [[() => suspend, "user_suspended"], [reinstate, "user_reinstated"]] as const) {
    const wanted = await form();
    const press = async () => (await adas.post(path, wanted)).status;
    const pressed = [...await Promise.all([press(), press()]), await press()];
    expect([pressed, (await actionsOf(store)).filter((each) => each === action).length]).toEqual([[303, 303, 303], 1]);
  }
  expect(await audit(store)).toEqual([]);
});

Deno.test("who read of a suspension for conduct does not end the one for fraud that a colleague decided meanwhile", async () => {
  await using world = await testAdmin();
  const { site: { store }, olena, adas, bens } = world;
  const path = `/en/admin/users/${olena.id}/suspension`;
  const about = { do: "suspend", facts: "Words.", sure: "yes" };
  expect((await adas.post(path, { ...about, kind: "conduct", reason: "Insults." })).status).toBe(303);
  const page = await htmlOf(adas.get(path));
  expect(page).toContain("Suspended for conduct");
  const asked = { ...sureOf(page), sure: "", reason: "She apologised." };
  const question = await htmlOf(adas.post(path, asked));
  expect((await bens.post(path, { ...about, kind: "fraud", reason: "Photos of an actress." })).status).toBe(303);
  for (const late of [asked, sureOf(question)]) {
    const told = await adas.post(path, late);
    expect([told.status, await told.text()]).toEqual([409, expect.stringContaining("Suspended for fraud")]);
  }
  expect((await userById(store, olena.id))!.suspension).toMatchObject({ kind: "fraud" });
  const anew = await htmlOf(adas.get(path));
  expect((await adas.post(path, { ...sureOf(anew), reason: "We met her." })).status).toBe(303);
  // Pressed once more, after she is in: it is done.
  expect((await adas.post(path, sureOf(question))).status).toBe(303);
  expect(await audit(store)).toEqual([]);
});

Deno.test("one charge is given back once, with a reason that he reads in his history", async () => {
  await using world = await testAdmin();
  const { site: { store }, james, olena, adas, bens, his, write } = world;
  await write(james, olena, "Dear Olena.");
  const charge = (await lastEntry(store, james.id))!;
  const path = `/en/admin/users/${james.id}/entries/${charge.seq}`;
  const reason = "She had left the site the day before.";
  const question = await htmlOf(adas.post(path, { reason }));
  for (const part of ["10 credits are given back", reason]) expect(question).toContain(part);
  expect(await balanceOf(store, james.id)).toBe(190);
  const done = await adas.post(path, { reason, sure: "yes" });
  expect(done.headers.get("location")).toBe(`/en/admin/users/${james.id}#ledger`);
  expect(await balanceOf(store, james.id)).toBe(200);
  const again = await bens.post(path, { reason: "Me too.", sure: "yes" });
  expect([again.status < 500, await balanceOf(store, james.id)]).toEqual([true, 200]);
  await again.body?.cancel();
  expect(await htmlOf(adas.get(path))).toContain("already been given back");
  const ledger = await htmlOf(adas.get(`/en/admin/users/${james.id}`));
  for (const part of [`gives back entry ${charge.seq}`, "given back</small>"]) expect(ledger).toContain(part);
  expect(await htmlOf(his.get("/en/man/balance/history"))).toContain(reason);
  // Not found: a purchase, which is no charge; an entry that does not exist; an entry of somebody without a ledger.
  for (const other of [`${james.id}/entries/1`, `${james.id}/entries/99`, `${olena.id}/entries/1`]) {
    expect((await adas.get(`/en/admin/users/${other}`)).status).toBe(404);
  }
  expect(await audit(store)).toEqual([]);
});

Deno.test("an adjustment is asked once and done once, within its bounds, and he reads why", async () => {
  await using world = await testAdmin();
  const { site: { store }, james, olena, adas, his } = world;
  const path = `/en/admin/users/${james.id}/adjustment`;
  const reason = "For the evening on which the chat broke off.";
  const question = await htmlOf(adas.post(path, { credits: "+25", reason }));
  expect(question).toContain("+25: from 200 credits to 225 credits");
  const sure = sureOf(question);
  const both = await Promise.all([adas.post(path, sure), adas.post(path, sure)]);
  expect([both.map(({ status }) => status), await balanceOf(store, james.id)]).toEqual([[303, 303], 225]);
  expect(await htmlOf(his.get("/en/man/balance/history"))).toContain(reason);
  const refused = [["0", 422], ["10001", 422], ["-10001", 422], ["ten", 422], ["1e3", 422], ["", 422], ["-226", 402]];
  for (const [credits, status] of refused) {
    const answer = await adas.post(path, { credits: String(credits), reason });
    expect([credits, answer.status]).toEqual([credits, status]);
    await answer.body?.cancel();
  }
  const tooMuch = await htmlOf(adas.post(path, { credits: "-226", reason }));
  expect(tooMuch).toContain("the balance never goes below zero");
  expect(tooMuch).not.toContain("your balance");
  const withoutKey = await adas.post(path, { credits: "1", reason, sure: "yes" });
  expect([withoutKey.status, await balanceOf(store, james.id)]).toEqual([400, 225]);
  await withoutKey.body?.cancel();
  expect((await adas.get(`/en/admin/users/${olena.id}/adjustment`)).status).toBe(404);
  expect(await actionsOf(store)).toEqual(expect.arrayContaining(["credits_adjusted"]));
  expect(await audit(store)).toEqual([]);
});

Deno.test("whoever takes all his credits and presses twice is told that it is done, not that there is too little", async () => {
  await using world = await testAdmin();
  const { site: { store }, james, adas } = world;
  const path = `/en/admin/users/${james.id}/adjustment`;
  const asked = { credits: "-200", reason: "Given by mistake." };
  const sure = sureOf(await htmlOf(adas.post(path, asked)));
  const press = async () => (await adas.post(path, sure)).status;
  expect([await press(), await press(), await balanceOf(store, james.id)]).toEqual([303, 303, 0]);
});

Deno.test("two admins who were each told that 200 becomes 250 do not make it 300", async () => {
  await using world = await testAdmin();
  const { site: { store }, james, adas, bens } = world;
  const path = `/en/admin/users/${james.id}/adjustment`;
  const asked = { credits: "50", reason: "For the chat that broke off yesterday." };
  const [hers, his] = [await htmlOf(adas.post(path, asked)), await htmlOf(bens.post(path, asked))];
  expect(his).toContain("from 200 credits to 250 credits");
  expect((await adas.post(path, sureOf(hers))).status).toBe(303);
  const late = await bens.post(path, sureOf(his));
  expect([late.status, await balanceOf(store, james.id)]).toEqual([409, 250]);
  const told = await late.text();
  for (const part of ["His credits have moved meanwhile", "Balance: 250 credits"]) expect(told).toContain(part);
  expect((await bens.post(path, sureOf(await htmlOf(bens.post(path, asked))))).status).toBe(303);
  expect([await balanceOf(store, james.id), await audit(store)]).toEqual([300, []]);
});

Deno.test("who adjusts the credits of a man with a debt is told what is left once that is settled", async () => {
  await using world = await testAdmin();
  const { site: { store }, james, adas } = world;
  const payment = await paidPayment(store, james.id);
  const spent = { operation: "sent_letter", deltaCredits: -220, reference: {}, idempotencyKey: "spent" } as const;
  await post(store, { manId: james.id, ...spent });
  await say(store, payment, { kind: "refunded", refundedCents: 2850, currency: "EUR" });
  const path = `/en/admin/users/${james.id}/adjustment`;
  expect(await htmlOf(adas.get(path))).toContain("Balance: 0 credits · 20 owed");
  for (
    const [credits, told] of [["25", "+25: from 0 credits to 5 credits"], ["15", "+15: from 0 credits to 0 credits"]]
  ) {
    expect(await htmlOf(adas.post(path, { credits: credits!, reason: "A gift." }))).toContain(told!);
  }
});
