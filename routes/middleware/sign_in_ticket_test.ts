import { expect } from "expect";
import { signInToken } from "../../kv/testing/sign_ups.ts";
import { testApp } from "../testing/site.ts";

Deno.test("a ticket shows whose account it is, signs in once by POST, and is then worthless", async () => {
  await using site = await testApp();
  const james = await site.addMan({ firstname: "James" });
  const address = `/en/man/mail/inbox?access_token=${await signInToken(site.store, james.email)}`;
  const visitor = site.visitor();

  const shown = await visitor.get(address);
  expect(shown.status).toBe(200);
  expect(await shown.text()).toContain("Continue as James");
  expect(shown.headers.get("set-cookie")).toBe(null);

  const taken = await visitor.post(address, {});
  expect(taken.status).toBe(303);
  expect(taken.headers.get("location")).toBe("/en/man/mail/inbox");
  expect(taken.headers.get("set-cookie")).toContain("slsid=");

  // Another browser hears that it was used a moment ago, later that it is spent.
  const late = site.visitor();
  const told = await late.follow(await late.post(address, {}));
  expect(await told.text()).toContain("This login link was used a moment ago");
  site.advance(60_000);
  expect((await late.post(address, {})).status).toBe(422);
});

Deno.test("a ticket is not exchanged where the path contains balance, after its time, or over a session", async () => {
  await using site = await testApp();
  const [james, wei] = [await site.addMan({ firstname: "James" }), await site.addMan({ firstname: "Wei" })];
  const ticket = await signInToken(site.store, james.email);
  const balance = await site.visitor().get(`/en/man/balance/history?access_token=${ticket}`);
  expect(await balance.text()).not.toContain("Continue as James");

  const asWei = await site.visitorAs(wei);
  expect(await (await asWei.get(`/en/?access_token=${ticket}`)).text()).not.toContain("Continue as James");

  site.advance(15 * 60_000);
  expect(await (await site.visitor().get(`/en/?access_token=${ticket}`)).text()).not.toContain("Continue as James");
});

Deno.test("what opened nothing is not carried on in the address of the sign-in", async () => {
  await using site = await testApp();
  const leadsTo = async (query: string) => {
    const answer = await site.visitor().get(`/en/man/mail/inbox?${query}`);
    return new URL(answer.headers.get("location")!, "http://localhost:8000").searchParams.get("next");
  };
  expect(await leadsTo("access_token=nobody-knows-it")).toBe("/en/man/mail/inbox");
  expect(await leadsTo("page=2&access_token=nobody-knows-it&access_token=x")).toBe("/en/man/mail/inbox?page=2");
  expect(await leadsTo("q=a%20b&page=2")).toBe("/en/man/mail/inbox?q=a%20b&page=2");
});

Deno.test("a ticket never leads to another host, however its address is written", async () => {
  await using site = await testApp();
  const james = await site.addMan({ firstname: "James" });
  for (const path of ["//evil.test/", "//evil.test", "/.//evil.test/x", "/\\evil.test"]) {
    const address = `http://localhost:8000${path}?access_token=${await signInToken(site.store, james.email)}`;
    const taken = await site.visitor().post(address, {});
    expect([path, taken.status, taken.headers.get("location")]).toEqual([path, 303, "/"]);
  }
});

Deno.test("a foreign form signs nobody in as its writer, also where mail programs may post", async () => {
  await using site = await testApp();
  const james = await site.addMan({ firstname: "James" });
  for (const path of ["/unsubscribe/1/key", "/en/unsubscribe/1/key", "/en/", "/sandbox/checkout/a-payment"]) {
    const address = `${path}?access_token=${await signInToken(site.store, james.email)}`;
    const headers = { origin: "https://evil.test" };
    const answer = await site.visitor().request(address, { method: "POST", body: new URLSearchParams(), headers });
    expect([path, answer.headers.getSetCookie().join().includes("slsid=")]).toEqual([path, false]);
  }
});
