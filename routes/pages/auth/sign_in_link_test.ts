/** A link that signs in, asked for on a page and mailed: only to members, but answered alike for everybody. */
import { expect } from "expect";
import { replacePassword } from "../../../kv/accounts/signing_in/passwords.ts";
import { testApp, type TestSite } from "../../testing/site.ts";

const path = "/en/auth/sign-in-link";

async function mailedLink(site: TestSite, email: string): Promise<string | null> {
  await site.runJobs();
  const links = site.outbox.mails().find(({ to }) => to === email)?.links ?? [];
  const link = links.find((each) => each.includes("access_token="));
  return link ? new URL(link).pathname + new URL(link).search : null;
}

Deno.test("James asks with his address, reads the mail, sees whose account it is, and is signed in where he wanted to go", async () => {
  await using site = await testApp();
  const james = await site.addMan({ firstname: "James" });
  const visitor = site.visitor();
  const signIn = await (await visitor.get("/en/auth/sign-in?next=%2Fen%2Fsearch")).text();
  expect(signIn).toContain(`href="${path}?next=%2Fen%2Fsearch"`);
  const asked = await visitor.post(path, { email: ` ${james.email.toUpperCase()}`, next: "/en/search" });
  expect([asked.status, asked.headers.get("location")]).toEqual([303, `${path}?sent=1`]);
  expect(await (await visitor.follow(asked)).text()).toContain("Please check your email!");
  const link = (await mailedLink(site, james.email))!;
  expect(link).toMatch(/^\/en\/man\/mail\/inbox\?access_token=/);
  const page = await visitor.get(link);
  expect(page.headers.get("cache-control")).toContain("no-store");
  expect(await page.text()).toContain("Continue as James");
  const taken = await visitor.post(link);
  expect([taken.status, taken.headers.get("location")]).toEqual([303, "/en/search"]);
  expect(visitor.cookies.has("slsid")).toBe(true);
  // The link works once; a later try says that it no longer does.
  site.advance(60_000);
  const late = site.visitor();
  await late.get(link);
  expect(await (await late.get("/en/auth/sign-in")).text()).toContain("This login link no longer works");
});

Deno.test("nobody learns who has an account, and who works here or is not there gets no link", async () => {
  await using site = await testApp();
  const lady = await site.addLady();
  const admin = await site.addPerson({ groupId: 3 });
  const pages: string[] = [];
  for (const email of [lady.email, admin.email, "nobody@example.test"]) {
    const visitor = site.visitor();
    const asked = await visitor.post(path, { email });
    pages.push(asked.headers.get("location") + await (await visitor.follow(asked)).text());
  }
  expect(pages[1]).toBe(pages[0]);
  expect(pages[2]).toBe(pages[0]);
  expect(await mailedLink(site, lady.email)).toMatch(/^\/lady\/mail\/inbox|^\/en\/lady\/mail\/inbox/);
  expect(site.outbox.mails().length).toBe(1);
});

Deno.test("a link ends after fifteen minutes, with another password, and with another address", async () => {
  await using site = await testApp();
  const ends: Record<string, (userId: number) => unknown> = {
    "time": () => site.advance(15 * 60_000),
    "password": (userId) => replacePassword(site.store, userId, "Autumn-2026!", null),
    "address": async (userId) => {
      const key = ["user", userId];
      await site.store.kv.set(key, {
        ...(await site.store.kv.get<object>(key)).value,
        email: "elsewhere@example.test",
      });
    },
  };
  for (const [what, end] of Object.entries(ends)) {
    const user = await site.addMan({ email: `${what}@example.test` });
    await site.visitor().post(path, { email: user.email });
    const link = (await mailedLink(site, user.email))!;
    await end(user.id);
    const visitor = site.visitor();
    expect([what, (await visitor.post(link)).status, visitor.cookies.has("slsid")]).toEqual([what, 422, false]);
  }
});

Deno.test("five links an hour go to an address, then 429 with the time to wait", async () => {
  await using site = await testApp();
  const { email } = await site.addMan();
  const statuses = [];
  for (let n = 0; n < 6; n++) statuses.push((await site.visitor().post(path, { email })).status);
  expect(statuses).toEqual([303, 303, 303, 303, 303, 429]);
  expect((await site.visitor().post(path, { email: "" })).status).toBe(422);
});
