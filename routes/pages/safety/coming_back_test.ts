/** Who left suspended and signs up anew under the address is led to the reasons, by the page and by the call. */
import { expect } from "expect";
import { deleteAccount } from "../../../kv/accounts/deletions.ts";
import { userByEmail } from "../../../kv/accounts/users.ts";
import { addAuditCheckpoint } from "../../../kv/records/audit_checkpoints.ts";
import { suspend } from "../../../kv/safety/suspensions.ts";
import { mailTo, read } from "../../api/testing/calls.ts";
import { testApp, testPassword, type TestSite } from "../../testing/site.ts";

const endPath = "/en/man/men-account/delete-account";

/** James is suspended, reads on the page what stays, and deletes the account. */
async function leaveSuspended(site: TestSite) {
  const [james, vera] = [await site.addMan({ email: "james@example.test" }), await site.addPerson({ groupId: 3 })];
  const whatStays = async () => await (await (await site.visitorAs(james)).get(endPath)).text();
  expect(await whatStays()).not.toContain("The reasons of your suspension");
  const wanted = { userId: james.id, kind: "conduct", reason: "Rude letters", facts: "Three insults." } as const;
  await suspend(site.store, { ...wanted, actorId: vera.id });
  expect(await whatStays()).toContain("The reasons of your suspension, for 12 months");
  await deleteAccount(site.store, james.id, { password: testPassword, wantsRefund: false });
  await site.runJobs();
  return { email: james.email, vera };
}

const signUpOf = (email: string) => ({
  groupId: 1,
  firstname: "James",
  lastname: "",
  country: 840,
  birthdate: "1980-01-01",
  email,
  password: "Autumn-2026!",
});

Deno.test("the code leads to the reasons without a word of credits, and the desk reads why the account began so", async () => {
  await using site = await testApp();
  const { email, vera } = await leaveSuspended(site);
  const visitor = site.visitor();
  const form = { ...signUpOf(email), groupId: "1", country: "840", acceptTerms: "on" };
  const id = new URL((await visitor.post("/en/auth/sign-up", form)).headers.get("location")!, "http://x").searchParams
    .get("id")!;
  const { code, text } = await mailTo(site, email);
  expect(text).not.toContain("credits");
  const confirmed = await visitor.post("/en/auth/confirm", { id, code });
  expect(confirmed.headers.get("location")).toBe("/en/decisions");
  const reasons = await (await visitor.follow(confirmed)).text();
  expect(reasons).toContain("Your account is suspended");
  expect(reasons).not.toContain("20\u00a0credits");
  const decisionPath = /\/en\/decisions\/\d+/.exec(reasons)![0];
  const decision = await (await visitor.get(decisionPath)).text();
  for (const words of ["Three insults.", "another account of your mailbox", "Object to this decision"]) {
    expect(decision).toContain(words);
  }
  // Until then a line is found in the whole log alone.
  await addAuditCheckpoint(site.store);
  const back = (await userByEmail(site.store, email))!;
  const desk = await (await (await site.visitorAs(vera)).get(`/en/admin/users/${back.id}`)).text();
  for (const words of ["Rude letters", "Begins suspended, like another account of the mailbox"]) {
    expect(desk).toContain(words);
  }
});

Deno.test("the calls that confirm the address answer that the account is suspended", async () => {
  await using site = await testApp();
  const { email } = await leaveSuspended(site);
  const visitor = site.visitor();
  expect((await visitor.call("POST", "/api/users", signUpOf(email))).status).toBe(200);
  const proof = { identifier: email, action: "email_verify", code: (await mailTo(site, email)).code };
  const told = await read(visitor.call("POST", "/api/auth/confirmation", proof), 403);
  const { suspension } = (await userByEmail(site.store, email))!;
  expect(suspension).toMatchObject({ reason: "Rude letters" });
  expect(told).toEqual({
    code: "suspended",
    message: expect.any(String),
    access_token: visitor.cookies.get("slsid"),
    decisionId: suspension!.decisionId,
  });
});
