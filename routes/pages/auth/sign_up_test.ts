/** A person signs up by plain forms, proves the address by code or link, and gets the bonus once. */
import { expect } from "expect";
import { secondPassMs } from "../../../kv/accounts/deletions.ts";
import { userByEmail } from "../../../kv/accounts/users.ts";
import { history } from "../../../kv/credits/ledger/history.ts";
import { prices } from "../../../kv/credits/prices/prices.ts";
import { planTariff } from "../../../kv/credits/prices/tariffs.ts";
import { marcin as form } from "../../testing/marcin.ts";
import { withoutPress } from "../../testing/second_press.ts";
import { testApp, type TestSite, type Visitor } from "../../testing/site.ts";

/** Signs up, and returns where that leads. */
async function signUp(visitor: Visitor, changes: Record<string, string> = {}, prefix = "/en"): Promise<string> {
  const answer = await visitor.post(`${prefix}/auth/sign-up`, { ...form, ...changes });
  expect(answer.status).toBe(303);
  return answer.headers.get("location")!;
}

const idIn = (location: string): string => new URL(location, "http://x").searchParams.get("id")!;

async function mailedCode(site: TestSite): Promise<string> {
  await site.runJobs();
  return site.outbox.mails()[0]!.text.match(/\d{6}/)![0];
}

/** The credits of every entry of the ledger, newest first. */
async function creditsOf(site: TestSite, email: string): Promise<number[]> {
  const user = await userByEmail(site.store, email);
  const { entries } = await history(site.store, user!.id, { page: 1, limit: 100 });
  return entries.map(({ deltaCredits }) => deltaCredits);
}

Deno.test("by forms alone: sign-up, the code of the mail, signed in, a notice with the bonus", async () => {
  await using site = await testApp();
  const visitor = site.visitor();
  const codePage = await visitor.get(await signUp(visitor));
  const html = await codePage.text();
  expect(html).toContain("marcin@example.test");
  expect(html).toContain('inputmode="numeric"');
  expect(html).toContain('autocomplete="one-time-code"');
  expect(html).toContain("30 minutes");
  expect(codePage.headers.get("cache-control")).toContain("no-store");
  // Until the address is proven there is no account, and nobody is signed in.
  expect(await userByEmail(site.store, form.email)).toBe(null);
  expect(visitor.cookies.has("slsid")).toBe(false);

  const code = await mailedCode(site);
  const id = html.match(/name="id" value="([^"]+)"/)![1]!;
  const confirmed = await visitor.post("/en/auth/confirm", { id, code: ` ${code.slice(0, 3)} ${code.slice(3)}` });
  expect(confirmed.status).toBe(303);
  expect(confirmed.headers.get("location")).toBe("/en/man/welcome");
  expect(visitor.lifetimes.get("slsid")).toBe(3 * 60 * 60);
  const home = await (await visitor.get("/en")).text();
  expect(home).toContain("E-mail verified. 20 credits are yours");
  expect(await creditsOf(site, form.email)).toEqual([20]);
});

Deno.test("who leaves and signs up again is told before the code and after it that the credits came before", async () => {
  await using site = await testApp();
  const join = async (email: string) => {
    const visitor = site.visitor();
    const page = await (await visitor.get(await signUp(visitor, { email }))).text();
    // The same for every address: a stranger who types it learns nothing of it here.
    expect(page).toContain("20 credits, once for each mailbox");
    const id = page.match(/name="id" value="([^"]+)"/)![1]!;
    await site.runJobs();
    const mail = site.outbox.mails().find(({ subject }) => subject.startsWith("Your code"))!.text;
    const code = mail.match(/\d{6}/)![0];
    expect((await visitor.post("/en/auth/confirm", { id, code })).status).toBe(303);
    return { visitor, mail, home: await (await visitor.get("/en")).text(), credits: await creditsOf(site, email) };
  };
  const first = await join(form.email);
  expect(first.credits).toEqual([20]);
  for (const part of ["20 credits are yours", "Once for each mailbox."]) expect(first.mail).toContain(part);
  expect(first.home).toContain("20 credits are yours");
  expect((await first.visitor.call("DELETE", "/api/users/me", { password: form.password })).status).toBe(204);
  // The erasure clears sign-ups that wait for the address as well.
  await site.runJobs();
  site.advance(secondPassMs);
  await site.runJobs();
  site.advance(1000);
  for (const email of [form.email, form.email.replace("@", "+2@")]) {
    const again = await join(email);
    expect(again.credits).toEqual([]);
    for (const told of [again.mail, again.home]) {
      expect(told).toContain("An earlier account of this mailbox had the credits for joining");
      expect(told).not.toContain("are yours");
    }
  }
});

Deno.test("the mailed link shows a button, only the button confirms, and the bonus comes once", async () => {
  await using site = await testApp();
  const visitor = site.visitor();
  await signUp(visitor, {}, "/zh-hans");
  await site.runJobs();
  const mail = site.outbox.mails()[0]!;
  const link = mail.links.find((each) => each.includes("/email-confirmation/"))!;
  expect(link).toMatch(/^http:\/\/localhost:8000\/zh-hans\/email-confirmation\//);
  const path = new URL(link).pathname;

  // A mail scanner follows links, again and again.
  const scanner = site.visitor({ address: "198.51.100.7" });
  for (let each = 0; each < 3; each++) {
    const page = await scanner.get(path);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<form class="form" method="post">');
  }
  expect(await userByEmail(site.store, form.email)).toBe(null);
  expect(scanner.cookies.has("slsid")).toBe(false);

  const confirmed = await visitor.post(path);
  expect(confirmed.headers.get("location")).toBe("/zh-hans/man/welcome");
  expect(visitor.cookies.has("slsid")).toBe(true);
  // Pressed twice: the second press leads to the same place and gives nothing.
  expect((await visitor.post(path)).headers.get("location")).toBe("/zh-hans/man/welcome");
  expect(await creditsOf(site, form.email)).toEqual([20]);

  const stranger = site.visitor({ address: "198.51.100.8" });
  expect((await stranger.post(path)).status).toBe(422);
  expect(stranger.cookies.has("slsid")).toBe(false);
  const code = mail.text.match(/\d{6}/)![0];
  expect((await stranger.post("/auth/confirm", { email: form.email, code })).status).toBe(422);
  expect(await creditsOf(site, form.email)).toEqual([20]);
});

Deno.test("a link that has expired offers a new code, and one for somebody else's address does the same", async () => {
  await using site = await testApp();
  const visitor = site.visitor();
  await signUp(visitor);
  await site.runJobs();
  const path = new URL(site.outbox.mails()[0]!.links.find((each) => each.includes("/email-confirmation/"))!).pathname;
  site.advance(31 * 60_000);
  const expired = await visitor.post(path);
  const forged = await visitor.post("/en/email-confirmation/marcin%40example.test/forged-key");
  const nobody = await visitor.post("/en/email-confirmation/nobody%40example.test/forged-key");
  for (const page of [expired, forged, nobody]) expect(page.status).toBe(422);
  const [one, two, three] = await Promise.all([expired, forged, nobody].map(async (page) => bare(await page.text())));
  expect(two).toBe(one);
  expect(three).toBe(one);
  expect(one).toContain('action="/en/auth/confirm/resend"');

  const answers: string[] = [];
  for (const email of [form.email, "nobody@example.test"]) {
    const asked = await visitor.post("/en/auth/confirm/resend", { email });
    answers.push(await bareOf(await visitor.follow(asked)));
  }
  expect(answers[1]).toBe(answers[0]);
  const code = await mailedCode(site);
  expect(site.outbox.mails().length).toBe(2);
  expect((await visitor.post("/en/auth/confirm", { email: form.email, code })).status).toBe(303);
});

Deno.test("a taken address looks the same at every step, and its owner is told", async () => {
  await using site = await testApp();
  const owner = await site.addMan({ email: "taken@example.test", firstname: "Olivier" });
  const pages: string[][] = [];
  for (const [index, email] of ["taken@example.test", "brand@example.test"].entries()) {
    const visitor = site.visitor({ address: `192.0.2.${10 + index}` });
    const location = await signUp(visitor, { email });
    expect(location).not.toContain("example.test");
    const fields = { id: idIn(location) };
    const seen = [await bareOf(await visitor.get(location))];
    for (let each = 0; each < 3; each++) {
      const wrong = await visitor.post("/en/auth/confirm", { ...fields, code: "000000" });
      seen.push(`${wrong.status}${await bareOf(wrong)}`);
    }
    const early = await visitor.post("/en/auth/confirm/resend", fields);
    seen.push(await bareOf(await visitor.follow(early)));
    const signIn = await visitor.post("/en/auth/sign-in", { email, password: "Wrong-2026!" });
    seen.push(`${signIn.status}${await bareOf(signIn)}`);
    pages.push(seen.map((page) => page.replaceAll(email, "…").replaceAll(fields.id, "…")));
  }
  expect(pages[0]).toEqual(pages[1]);
  await site.runJobs();
  const mails = site.outbox.mails().map(({ to, subject }) => ({ to, subject }));
  expect(mails).toContainEqual({ to: owner.email, subject: "You already have an account at Vesna" });
  expect(mails).toContainEqual({ to: "brand@example.test", subject: "Your code for Vesna" });
  expect(mails.length).toBe(2);
});

Deno.test("a new code may be asked for after a minute, and the earlier one has ended", async () => {
  await using site = await testApp();
  const visitor = site.visitor();
  const id = idIn(await signUp(visitor));
  const first = await mailedCode(site);
  await visitor.post("/en/auth/confirm/resend", { id });
  await site.runJobs();
  expect(site.outbox.mails().length).toBe(1);
  const waiting = await (await visitor.get(`/en/auth/confirm?id=${id}`)).text();
  expect(waiting).toContain("You can ask for another in 60 s");

  site.advance(60_000);
  const asked = await visitor.post("/en/auth/confirm/resend", { id });
  expect(asked.headers.get("location")).toBe(`/en/auth/confirm?id=${id}`);
  const second = await mailedCode(site);
  expect(site.outbox.mails().length).toBe(2);
  expect((await visitor.post("/en/auth/confirm", { id, code: first })).status).toBe(422);
  expect((await visitor.post("/en/auth/confirm", { id, code: second })).status).toBe(303);
});

Deno.test("asking again and again for codes ends in 429 with the time to wait", async () => {
  await using site = await testApp();
  const visitor = site.visitor();
  const id = idIn(await signUp(visitor));
  const answers: Response[] = [];
  for (let each = 0; each < 6; each++) {
    site.advance(61_000);
    answers.push(await visitor.post("/en/auth/confirm/resend", { id }));
  }
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303, 429]);
  // Half an hour after the first request.
  expect(answers[5]!.headers.get("retry-after")).toBe(String(30 * 60 - 5 * 61));
});

Deno.test("wrong codes are refused at the field, and after ten tries even the right one", async () => {
  await using site = await testApp();
  const visitor = site.visitor();
  const id = idIn(await signUp(visitor));
  const code = await mailedCode(site);
  for (const noDigits of ["", "12345", "1234567", "12345a", "abcdef", "１２３４５６７"]) {
    const answer = await visitor.post("/en/auth/confirm", { id, code: noDigits });
    expect([noDigits, answer.status, (await answer.text()).includes('id="code-error"')]).toEqual([noDigits, 422, true]);
  }
  const wrong = code === "111111" ? "222222" : "111111";
  for (let each = 0; each < 10; each++) {
    const answer = await visitor.post("/en/auth/confirm", { id, code: wrong });
    expect(answer.status).toBe(422);
    if (each === 0) expect(await answer.text()).toContain('id="code-error"');
  }
  const late = await visitor.post("/en/auth/confirm", { id, code });
  expect(late.status).toBe(429);
  expect(Number(late.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await userByEmail(site.store, form.email)).toBe(null);
});

Deno.test("a code ends after thirty minutes and says so at the field", async () => {
  await using site = await testApp();
  const visitor = site.visitor();
  const id = idIn(await signUp(visitor));
  const code = await mailedCode(site);
  site.advance(30 * 60_000);
  const answer = await visitor.post("/en/auth/confirm", { id, code });
  expect(answer.status).toBe(422);
  expect(await answer.text()).toContain("This code has expired. Ask for a new one.");
});

Deno.test("a lady joins from four countries only, gets no credits and waits unpublished", async () => {
  await using site = await testApp();
  const visitor = site.visitor();
  const hers = { groupId: "2", firstname: "Alesya", email: "alesya@example.test" };
  const elsewhere = await visitor.post("/en/auth/sign-up", { ...form, ...hers });
  expect(elsewhere.status).toBe(422);
  expect(await elsewhere.text()).toContain('id="country-error"');

  const id = idIn(await signUp(visitor, { ...hers, country: "112" }));
  expect(await (await visitor.get(`/en/auth/confirm?id=${id}`)).text()).not.toContain("20 credits");
  const confirmed = await visitor.post("/en/auth/confirm", { id, code: await mailedCode(site) });
  expect(confirmed.headers.get("location")).toBe("/en/lady/mail/inbox");
  expect(await creditsOf(site, "alesya@example.test")).toEqual([]);
  expect(site.store.ladies.size).toBe(0);
});

Deno.test("a page that was wanted before the sign-up is where it leads, never another site", async () => {
  await using site = await testApp();
  for (
    const [next, arrived] of [
      ["/en/search?x=1", "/en/man/welcome?next=%2Fen%2Fsearch%3Fx%3D1"],
      ["//evil.test/", "/en/man/welcome"],
    ] as const
  ) {
    const visitor = site.visitor();
    const email = `next-${arrived.length}@example.test`;
    const answer = await visitor.post(`/en/auth/sign-up?next=${encodeURIComponent(next)}`, { ...form, email });
    const location = new URL(answer.headers.get("location")!, "http://x");
    const code = await mailedCode(site);
    const confirmed = await visitor.post(location.pathname + location.search, { code });
    expect(confirmed.headers.get("location")).toBe(arrived);
  }
});

Deno.test("a form from another site is refused before anything happens", async () => {
  await using site = await testApp();
  const visitor = site.visitor();
  for (const origin of ["http://evil.test", "null"]) {
    const answer = await visitor.post("/en/auth/sign-up", form, { headers: { origin } });
    expect(answer.status).toBe(403);
  }
  await site.runJobs();
  expect(site.outbox.mails()).toEqual([]);
});

/** The notices and the content of a page, without the address that was typed. */
function bare(html: string): string {
  const notices = html.match(/<section class="toasts"[\s\S]*?<\/section>/)![0];
  const content = withoutPress(html.match(/<main[\s\S]*<\/main>/)![0]);
  return (notices + content).replace(/value="[^"]*@example\.test"/g, "");
}

const bareOf = async (answer: Response): Promise<string> => bare(await answer.text());

Deno.test("how many letters the first credits are enough for follows from what a letter costs now", async () => {
  for (const [sendLetter, enough] of [[10, "2 letters"], [12, "one letter"], [4, "5 letters"], [21, null]] as const) {
    await using site = await testApp();
    const planned = { validFrom: null, prices: { ...prices, sendLetter }, actorId: 1 };
    expect((await planTariff(site.store, planned)).ok).toBe(true);
    const visitor = site.visitor();
    const home = await (await visitor.get("/en")).text();
    const confirm = await (await visitor.get(await signUp(visitor))).text();
    await site.runJobs();
    const mail = site.outbox.mails()[0]!.text;
    for (const told of [home, confirm, mail]) expect(told).toContain("20 credits");
    expect(confirm).not.toContain("enough for");
    for (const told of [home, mail]) {
      expect([sendLetter, told.match(/enough for ([^,]+),/)?.[1] ?? null]).toEqual([sendLetter, enough]);
    }
  }
});

Deno.test("an address with a domain in Cyrillic is one address, however its domain is written", async () => {
  await using site = await testApp();
  const stored = "olga@xn--80a1acny.xn--p1ai";
  const olga = site.visitor();
  const waiting = await signUp(olga, { firstname: "Olga", groupId: "2", country: "804", email: "Olga@почта.рф" });
  const code = await mailedCode(site);
  expect(site.outbox.mails()[0]!.to).toBe(stored);
  expect((await olga.post(waiting, { id: idIn(waiting), code })).status).toBe(303);
  expect((await userByEmail(site.store, "olga@почта.рф"))!.email).toBe(stored);
  for (const email of ["olga@почта.рф", "olga@ПОЧТА.РФ", stored, "olga@XN--80A1ACNY.XN--P1AI"]) {
    const arrived = await site.visitor().post("/en/auth/sign-in", { email, password: form.password });
    expect([email, arrived.status]).toEqual([email, 303]);
  }
  const second = await site.visitor().post("/en/auth/forgot-password", { email: "olga@почта.рф" });
  expect(second.status).toBeLessThan(400);
  await site.runJobs();
  const links = expect.arrayContaining([expect.stringContaining("/password-reset/")]);
  expect(site.outbox.mails()[0]).toMatchObject({ to: stored, links });
  for (const email of ["olga@почта", "olga@поч та.рф", "olga@почта.рф/x", "olga@почта.рф.", "ольга@почта.рф"]) {
    expect((await site.visitor().post("/en/auth/sign-up", { ...form, email })).status).toBe(422);
  }
});
