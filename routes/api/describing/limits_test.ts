/** Limits on guessing and flooding (contract, HTTP), and answers that do not tell who has an account. */
import { expect } from "expect";
import { passwordWork } from "../../../kv/accounts/signing_in/passwords.ts";
import { testApp, testPassword, type TestSite } from "../../testing/site.ts";
import { jamesSignsUp, mailTo, read, refused, silent } from "../testing/calls.ts";

const quarterHour = 15 * 60_000;
const signIn = (site: TestSite, email: string, password: string, address?: string) =>
  site.visitor({ address }).call("POST", "/api/authorization", { email, password });

Deno.test("after ten failed sign-ins the eleventh is 429 with the seconds to wait, even with the right password", async () => {
  await using site = await testApp();
  const { email } = await site.addMan();
  for (let tries = 0; tries < 10; tries++) {
    await refused(signIn(site, email, "Wrong-2026!"), 401, "wrong_credentials");
  }
  site.advance(60_000);
  const answer = await signIn(site, email.toUpperCase(), testPassword);
  expect(answer.headers.get("retry-after")).toBe(String(14 * 60));
  await refused(answer, 429, "too_many_requests");
  // Another address, and another e-mail from the same address, are not held up.
  await read(signIn(site, email, testPassword, "192.0.2.2"));
  await refused(signIn(site, "wei@example.test", "Wrong-2026!"), 401);
  site.advance(quarterHour - 60_000);
  await read(signIn(site, email, testPassword));
});

Deno.test("successes are not counted: James signs in thirty times between his nine mistakes", async () => {
  await using site = await testApp();
  const { email } = await site.addMan();
  for (let round = 0; round < 9; round++) {
    await refused(signIn(site, email, "Wrong-2026!"), 401);
    for (let n = 0; n < 3; n++) await read(signIn(site, email, testPassword));
  }
  await refused(signIn(site, email, "Wrong-2026!"), 401);
  await refused(signIn(site, email, testPassword), 429);
});

Deno.test("ten guesses at the same moment are ten guesses", async () => {
  await using site = await testApp();
  const { email } = await site.addMan();
  const answers = await Promise.all(Array.from({ length: 14 }, () => signIn(site, email, "Wrong-2026!")));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(10).fill(401), ...Array(4).fill(429)]);
  for (const answer of answers) await answer.body?.cancel();
});

Deno.test("a hundred sign-ups from one address are let in, the next is 429, another address is not held up", async () => {
  await using site = await testApp();
  const signUp = (n: number, address?: string) =>
    site.visitor({ address }).call("POST", "/api/users", { ...jamesSignsUp, email: `person${n}@example.test` });
  // A faulty form does not count as a try.
  await refused(site.visitor().call("POST", "/api/users", { ...jamesSignsUp, birthdate: "2020-01-01" }), 422);
  for (let n = 0; n < 100; n += 10) {
    await Promise.all(Array.from({ length: 10 }, (_, one) => read(signUp(n + one))));
  }
  const answer = await signUp(100);
  expect(Number(answer.headers.get("retry-after"))).toBe(15 * 60);
  await refused(answer, 429, "too_many_requests");
  await read(signUp(101, "192.0.2.2"));
  // Requests for a new password are counted separately.
  await silent(site.visitor().call("POST", "/api/users/passwordRecovery", { email: "wei@example.test" }));
  site.advance(quarterHour);
  await read(signUp(102));
});

Deno.test("behind a proxy the limit counts the address that the proxy saw, not the one that the client claims", async () => {
  await using site = await testApp({ config: { trustProxy: true } });
  const { email } = await site.addMan();
  const attempt = (forwarded: string, password: string) =>
    site.visitor({
      headers: { "x-forwarded-for": forwarded, "x-forwarded-host": "localhost:8000", "x-forwarded-proto": "http" },
    })
      .call("POST", "/api/authorization", { email, password });
  for (let n = 0; n < 10; n++) await refused(attempt(`203.0.113.${n}, 198.51.100.7`, "Wrong-2026!"), 401);
  await refused(attempt("203.0.113.99, 198.51.100.7", testPassword), 429);
  await read(attempt("198.51.100.8", testPassword));
  // A header that holds no address does not break the store.
  await refused(attempt("x".repeat(5000), "Wrong-2026!"), 401);
});

Deno.test("an IPv6 network counts as one address: a new address of the same /64 is no new try", async () => {
  await using site = await testApp();
  const { email } = await site.addMan();
  for (let n = 0; n < 10; n++) {
    await refused(signIn(site, email, "Wrong-2026!", `2001:db8:0:7::${n}`), 401, "wrong_credentials");
  }
  await refused(signIn(site, email, testPassword, "2001:db8:0:7:1234::99"), 429, "too_many_requests");
  await read(signIn(site, email, testPassword, "2001:db8:0:8::1"));
});

Deno.test("without a proxy nobody can name another address", async () => {
  await using site = await testApp();
  const { email } = await site.addMan();
  for (let n = 0; n < 10; n++) {
    const claimed = site.visitor({ headers: { "x-forwarded-for": `203.0.113.${n}` } });
    await refused(claimed.call("POST", "/api/authorization", { email, password: "Wrong-2026!" }), 401);
  }
  await refused(signIn(site, email, testPassword), 429);
});

Deno.test("guessing a code is 422 ten times, then 429", async () => {
  await using site = await testApp();
  await read(site.visitor().call("POST", "/api/users", jamesSignsUp));
  const { code } = await mailTo(site, jamesSignsUp.email);
  const guess = (text: string) =>
    site.visitor().call("POST", "/api/auth/confirmation", {
      identifier: jamesSignsUp.email,
      action: "email_verify",
      code: text,
    });
  const wrong = code === "000000" ? "000001" : "000000";
  for (let n = 0; n < 10; n++) await refused(guess(wrong), 422, "invalid_code");
  await refused(guess(code), 429, "too_many_requests");
});

/** How much slow work a call causes: password hashes and commits. */
async function workOf(site: TestSite, call: () => Promise<Response>): Promise<{ hashes: number; commits: number }> {
  const { kv } = site.store;
  let commits = 0;
  const counting = new Proxy(kv, {
    get(target, name) {
      if (name === "atomic") commits++;
      const value = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const before = passwordWork.hashes;
  site.store.kv = counting;
  await (await call()).body?.cancel();
  site.store.kv = kv;
  return { hashes: passwordWork.hashes - before, commits };
}

Deno.test("free, waiting and taken addresses are answered alike, for as much work", async () => {
  await using site = await testApp();
  await site.addMan({ email: "taken@example.test" });
  const owner = site.visitor({ address: "203.0.113.1" });
  await read(owner.call("POST", "/api/users", { ...jamesSignsUp, email: "waiting@example.test" }));
  const calls: Record<string, (email: string) => Promise<Response>> = {
    "sign in": (email) => signIn(site, email, "Wrong-2026!"),
    "recover": (email) => site.visitor().call("POST", "/api/users/passwordRecovery", { email }),
    "sign up": (email) => site.visitor().call("POST", "/api/users", { ...jamesSignsUp, email }),
    "sign in with that password": (email) => signIn(site, email, jamesSignsUp.password),
    "ask for a link": (email) => site.visitor().post("/auth/sign-in-link", { email }),
  };
  for (const [name, call] of Object.entries(calls)) {
    const seen = [];
    for (const state of ["free", "waiting", "taken"]) {
      const email = `${state}@example.test`;
      const work = await workOf(site, () => call(email));
      const answer = await call(email);
      const headers = [...answer.headers.keys()].sort();
      const text = (await answer.text()).replace(/"id":"[\w-]+"/, '"id":"…"');
      seen.push({ name, status: answer.status, headers, text, work });
    }
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
  }
});

Deno.test("whoever signs up with a taken address gets an id like any other, and can resend to it", async () => {
  await using site = await testApp();
  const { email } = await site.addMan();
  const { confirmation } = await read<{ confirmation: { id: string } }>(
    site.visitor().call("POST", "/api/users", { ...jamesSignsUp, email }),
  );
  const free = await read<typeof confirmation & { confirmation: { id: string } }>(
    site.visitor().call("POST", "/api/users", jamesSignsUp),
  );
  expect(confirmation.id.length).toBe(free.confirmation.id.length);
  site.advance(61_000);
  await silent(site.visitor().call("POST", `/api/auth/confirmations/${confirmation.id}/resend`));
  for (let code = 0; code < 3; code++) {
    const guess = { identifier: email, action: "email_verify", code: String(code).padStart(6, "0") };
    await refused(site.visitor().call("POST", "/api/auth/confirmation", guess), 422, "invalid_code");
  }
});
