/** Idempotency-Key (contract, HTTP): one key is one success for one person and one call, within a day. */
import { expect } from "expect";
import { eraseMember } from "../../../kv/records/own_data/erase.ts";
import { giveCredits } from "../../../kv/testing/store.ts";
import { testApp, testPassword, type Visitor } from "../../testing/site.ts";
import { encoded, read, refused, silent, withCorrespondents } from "../testing/calls.ts";

interface Sent {
  letter: { id: number };
}

const keyed = (key: string) => ({ headers: { "idempotency-key": key } });
const lettersSentBy = async (person: Visitor) =>
  (await read<{ totalCount: number }>(person.call("GET", "/api/mail?type=outbox"))).totalCount;

Deno.test("a repeat within a day is answered as the first success was: one letter, one charge", async () => {
  await using site = await testApp();
  const { james, olena, asJames } = await withCorrespondents(site);
  const letter = { recipientId: olena.id, body: "Hello Olena" };
  const first = await read<Sent>(asJames.call("POST", "/api/mail", letter, keyed("one")));
  expect(await read<Sent>(asJames.call("POST", "/api/mail/", letter, keyed("one")))).toEqual(first);
  site.advance(24 * 3600_000 - 1);
  const later = await site.visitorAs(james);
  expect(await read<Sent>(later.call("POST", "/api/mail", letter, keyed("one")))).toEqual(first);
  expect(await lettersSentBy(later)).toBe(1);
  // Another key is another letter.
  await read<Sent>(later.call("POST", "/api/mail", letter, keyed("two")));
  expect(await lettersSentBy(later)).toBe(2);
});

Deno.test("a kept answer does not outlive the words of somebody who has deleted the account", async () => {
  await using site = await testApp();
  const { james, olena, asJames, asOlena } = await withCorrespondents(site);
  const { letter: { id } } = await read<Sent>(
    asOlena.call("POST", "/api/mail", { recipientId: james.id, body: "My own words" }),
  );
  const reading = async () =>
    await (await asJames.call("PATCH", `/api/mail/${id}`, { isRead: true }, keyed("read"))).text();
  expect(await reading()).toContain("My own words");
  expect((await asOlena.call("DELETE", "/api/users/me", { password: testPassword })).status).toBe(204);
  await eraseMember(site.store, olena.id, () => Promise.resolve());
  expect(await reading()).not.toContain("My own words");
});

Deno.test("ten repeats at the same moment are one letter", async () => {
  await using site = await testApp();
  const { olena, asJames, james } = await withCorrespondents(site);
  const letter = { recipientId: olena.id, body: "Hello Olena" };
  const browsers = [asJames, await site.visitorAs(james)];
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => read<Sent>(browsers[n % 2]!.call("POST", "/api/mail", letter, keyed("one")))),
  );
  expect(new Set(answers.map((answer) => answer.letter.id)).size).toBe(1);
  expect(await lettersSentBy(asJames)).toBe(1);
});

Deno.test("the same key with another body is refused, and nothing is sent", async () => {
  await using site = await testApp();
  const { olena, asJames } = await withCorrespondents(site);
  const send = (body: string) => asJames.call("POST", "/api/mail", { recipientId: olena.id, body }, keyed("one"));
  await read(send("Hello Olena"));
  await refused(send("Good evening Olena"), 422, "idempotency_key_reused");
  expect(await lettersSentBy(asJames)).toBe(1);
});

Deno.test("failures are not remembered: after a purchase the same key sends the letter", async () => {
  await using site = await testApp();
  const { james, olena, asJames } = await withCorrespondents(site, 9);
  const letter = { recipientId: olena.id, body: "Hello Olena" };
  await refused(asJames.call("POST", "/api/mail", letter, keyed("one")), 402, "insufficient_credits");
  await refused(asJames.call("POST", "/api/mail", { ...letter, body: "" }, keyed("one")), 422, "invalid");
  await giveCredits(site.store, james.id, 1);
  await read(asJames.call("POST", "/api/mail", letter, keyed("one")));
  expect(await lettersSentBy(asJames)).toBe(1);
});

Deno.test("a key belongs to one person and one call", async () => {
  await using site = await testApp();
  const { james, olena, asJames, asOlena } = await withCorrespondents(site);
  await read(asJames.call("POST", "/api/mail", { recipientId: olena.id, body: "Hello" }, keyed("one")));
  const hers = await read<Sent>(
    asOlena.call("POST", "/api/mail", { recipientId: james.id, body: "Hello" }, keyed("one")),
  );
  const opened = await read<Sent>(
    asJames.call("PATCH", `/api/mail/${hers.letter.id}`, { isRead: true, isPaid: true }, keyed("one")),
  );
  expect(opened.letter.id).toBe(hers.letter.id);
  await silent(asJames.call("POST", "/api/auth/logout", undefined, keyed("one")));
});

const doe = {
  firstname: "James",
  email: "james@example.test",
  password: "Autumn-2026!",
  birthdate: "1980-01-01",
  country: 840,
};

Deno.test("a guest's repeat is one sign-up, one report and one mailed link, from the same address alone", async () => {
  await using site = await testApp({ config: { trustProxy: true } });
  const olena = await site.addLady();
  const from = (address: string) => site.visitor({ headers: { "x-forwarded-for": address } });
  const report = {
    subject: `user:${olena.id}`,
    category: "money",
    text: "She asked for a gift card.",
    name: "James Doe",
    email: "james@example.test",
    goodFaith: true,
  };
  const told = async (address: string, path: string, body: object) => {
    const answer = await from(address).call("POST", path, body, keyed("one"));
    return `${answer.status} ${await answer.text()}`;
  };
  for (const [path, body] of [["/api/users", doe], ["/api/reports", report]] as const) {
    const first = await told("192.0.2.1", path, body);
    expect(first).toMatch(/^200 /);
    expect(await told("192.0.2.1", path, body)).toBe(first);
    const other = from("192.0.2.1").call("POST", path, { ...body, email: "wei@example.test" }, keyed("one"));
    await refused(other, 422, "idempotency_key_reused");
  }
  expect(await told("192.0.2.2", "/api/users", doe)).not.toBe(await told("192.0.2.1", "/api/users", doe));
  const mailsTo = async (email: string) => {
    await site.runJobs();
    return site.outbox.mails().filter(({ to }) => to === email).length;
  };
  const before = await mailsTo(olena.email);
  for (let n = 0; n < 2; n++) {
    expect(await told("192.0.2.1", "/api/users/passwordRecovery", { email: olena.email })).toBe("204 ");
  }
  expect(await mailsTo(olena.email)).toBe(before + 1);
  const all = await Array.fromAsync(
    site.store.kv.list({ prefix: ["idempotent_call"] }),
    (each) => JSON.stringify(each),
  );
  expect(all.length).toBe(4);
  expect(all.join()).not.toContain("192.0.2");
});

Deno.test("a guest who signs in again by the same key gets a session of his own, with its cookie", async () => {
  await using site = await testApp();
  const james = await site.addMan();
  const visitor = site.visitor();
  const credentials = { email: james.email, password: testPassword };
  const signIn = () => site.visitor().call("POST", "/api/authorization", credentials, keyed("one"));
  const [first, second] = [await signIn(), await signIn()];
  for (const each of [first, second]) {
    expect(each.headers.getSetCookie().some((line) => line.startsWith("slsid="))).toBe(true);
  }
  const tokenIn = async (answer: Response) => (await read<{ access_token: string }>(answer)).access_token;
  expect(await tokenIn(first)).not.toBe(await tokenIn(second));
  await silent(visitor.call("POST", "/api/auth/logout", undefined, keyed("one")));
});

Deno.test("a kept answer keeps its kind, and still carries the cookie of a session that slides on", async () => {
  await using site = await testApp();
  const { asJames } = await withCorrespondents(site);
  const change = { currentPassword: testPassword, password: "Autumn-2026!", confirmPassword: "Autumn-2026!" };
  const first = await read(asJames.call("POST", "/api/users/changePassword", change, keyed("one")));
  site.advance(10 * 60_000);
  const repeat = await asJames.call("POST", "/api/users/changePassword", change, keyed("one"));
  expect(repeat.headers.getSetCookie().some((line) => line.startsWith("slsid="))).toBe(true);
  expect(repeat.headers.get("cache-control")).toBe("no-store");
  expect(await read(repeat)).toEqual(first);
});

Deno.test("a token that an answer told is told again, and lies nowhere in the clear", async () => {
  await using site = await testApp();
  const { james, asJames } = await withCorrespondents(site);
  const credentials = { email: james.email, password: testPassword };
  const tokens = [];
  for (let n = 0; n < 2; n++) {
    const answer = asJames.call("POST", "/api/authorization", credentials, keyed("one"));
    tokens.push((await read<{ access_token: string }>(answer)).access_token);
  }
  expect(new Set(tokens).size).toBe(1);
  const all = await Array.fromAsync(site.store.kv.list({ prefix: [] }), ({ value }) => JSON.stringify(value));
  for (const token of tokens) expect(all.filter((value) => value?.includes(token))).toEqual([]);
});

Deno.test("a form's body counts like any other; a key that is too long or no text is malformed", async () => {
  await using site = await testApp();
  const { olena, asJames } = await withCorrespondents(site);
  const form = (body: string) =>
    asJames.request("/api/mail", {
      method: "POST",
      ...encoded({ recipientId: String(olena.id), body }, "multipart"),
      headers: { "origin": asJames.origin, "idempotency-key": "one" },
    });
  const first = await read<Sent>(form("Hello"));
  expect(await read<Sent>(form("Hello"))).toEqual(first);
  await refused(form("Hello!"), 422, "idempotency_key_reused");
  const letter = { recipientId: olena.id, body: "Hello" };
  for (const key of ["k".repeat(201), "\u00ff", ""]) {
    await refused(asJames.call("POST", "/api/mail", letter, keyed(key)), 400, "malformed");
  }
  await read(asJames.call("POST", "/api/mail", letter, keyed("k".repeat(200))));
  await read(asJames.call("POST", "/api/mail", letter, keyed('"8e03978e-40d5-43dd-bc93-6894a57f9324"')));
});

Deno.test("without a key each call is a letter of its own, whatever its words", async () => {
  await using site = await testApp();
  const { olena, asJames } = await withCorrespondents(site);
  const send = () => read<Sent>(asJames.call("POST", "/api/mail", { recipientId: olena.id, body: "Hello Olena" }));
  const answers = await Promise.all([send(), send()]);
  expect(new Set(answers.map((answer) => answer.letter.id)).size).toBe(2);
  expect((await read<{ user: { balance: number } }>(asJames.call("GET", "/api/users"))).user.balance).toBe(180);
});
