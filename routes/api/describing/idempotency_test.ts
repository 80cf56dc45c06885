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
