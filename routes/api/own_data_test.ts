/** A copy of one's own data, and the end of an account, as calls. */
import { expect } from "expect";
import { deletionOf } from "../../kv/accounts/deletions.ts";
import { admin } from "../../kv/accounts/users.ts";
import { refundRequestOf } from "../../kv/credits/payments/refund_requests.ts";
import { sendLetter } from "../../kv/letters/sending.ts";
import { paidPayment } from "../../kv/testing/payments.ts";
import { testApp, testPassword, type TestSite } from "../testing/site.ts";

const send = async (site: TestSite, authorId: number, recipientId: number, body: string) => {
  const sent = await sendLetter(site.store, { authorId, recipientId, body, sendKey: body });
  if (!sent.ok) throw new Error(sent.reason);
  return sent.letter;
};

/** Runs both passes of the erasure, as its jobs do. */
async function erase(site: TestSite): Promise<void> {
  await site.runJobs();
  site.advance(61_000);
  await site.runJobs();
}

Deno.test("everybody who is signed in gets the own data as JSON, five times an hour, and nobody else does", async () => {
  await using site = await testApp();
  const james = await site.addMan({ credits: 50 });
  const guest = site.visitor();
  expect((await guest.get("/api/users/me/export")).status).toBe(401);
  const visitor = await site.visitorAs(james);
  for (let n = 0; n < 5; n++) {
    const answer = await visitor.get("/api/users/me/export");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const data = await answer.json();
    expect(data.account[0]).toMatchObject({ email: james.email, lastname: "Secret" });
    expect(data.ledger[0]).toMatchObject({ credits: 50, operation: "refill" });
  }
  const refused = await visitor.get("/api/users/me/export");
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3000);
  const staff = await site.visitorAs(await site.addPerson({ groupId: admin }));
  expect((await staff.get("/api/users/me/export")).status).toBe(200);
});

Deno.test("who opens the address of the copy in the browser comes to the page that asks for the password", async () => {
  await using site = await testApp();
  const opened = { headers: { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" } };
  for (
    const [user, page] of [
      [await site.addMan(), "/en/man/men-account/own-data"],
      [await site.addLady(), "/en/lady/profile/own-data"],
    ] as const
  ) {
    const browser = await site.visitorAs(user);
    const answer = await browser.get("/api/users/me/export", opened);
    expect([answer.status, answer.headers.get("location"), await answer.text()]).toEqual([303, page, ""]);
    const program = { headers: { authorization: `Bearer ${browser.cookies.get("slsid")}` } };
    const copy = await site.visitor().get("/api/users/me/export", program);
    expect((await copy.json()).userId).toBe(user.id);
  }
});

Deno.test("a second copy waits until the first has come, or was given up", async () => {
  await using site = await testApp();
  const visitor = await site.visitorAs(await site.addMan());
  const first = await visitor.get("/api/users/me/export");
  const second = await visitor.get("/api/users/me/export");
  expect([second.status, (await second.json()).code]).toEqual([409, "export_running"]);
  await first.body!.cancel();
  const third = await visitor.get("/api/users/me/export");
  expect(third.status).toBe(200);
  await third.text();
  await (await visitor.get("/api/users/me/export")).text();
});

Deno.test("who asks for the head alone takes no turn, and none of the five an hour", async () => {
  await using site = await testApp();
  const visitor = await site.visitorAs(await site.addMan());
  for (let n = 0; n < 6; n++) {
    const head = await visitor.request("/api/users/me/export", { method: "HEAD" });
    expect([head.status, head.body]).toEqual([200, null]);
    expect(head.headers.get("content-type")).toBe("application/json; charset=utf-8");
  }
  const answer = await visitor.get("/api/users/me/export");
  expect([answer.status, Object.keys(await answer.json()).slice(0, 2)]).toEqual([200, ["exportedAt", "userId"]]);
});

Deno.test("who deletes the account is signed out everywhere and unknown; the other keeps the sheet", async () => {
  await using site = await testApp();
  const james = await site.addMan({ credits: 50, firstname: "Ambrose" });
  const olena = await site.addLady();
  await paidPayment(site.store, james.id);
  const his = await send(site, james.id, olena.id, "Of the lighthouse");
  await send(site, olena.id, james.id, "Of the samovar");
  const [here, there, hers] = [await site.visitorAs(james), await site.visitorAs(james), await site.visitorAs(olena)];

  const wrong = await here.call("DELETE", "/api/users/me", { password: "Wrong-2026!" });
  expect([wrong.status, (await wrong.json()).code]).toEqual([422, "wrong_password"]);
  expect((await here.call("DELETE", "/api/users/me", { password: testPassword })).status).toBe(204);
  expect((await there.get("/api/users")).status).toBe(401);
  const signIn = await site.visitor().call("POST", "/api/authorization", {
    email: james.email,
    password: testPassword,
  });
  expect(signIn.status).toBeGreaterThanOrEqual(400);
  await erase(site);
  expect(await deletionOf(site.store, james.id)).toMatchObject({ email: null, groupId: 1 });
  expect(await refundRequestOf(site.store, james.id)).toMatchObject({ manId: james.id, settledAt: null });

  const { letter } = await (await hers.get(`/api/mail/${his.id}`)).json();
  expect(letter).toMatchObject({ body: "", state: "erased", sender: { id: james.id, firstname: "Deleted member" } });
  const page = await (await hers.get("/en/lady/mail/inbox")).text();
  expect(page).toContain("Deleted member");
  expect(page).not.toContain("Ambrose");
  const conversation = await (await hers.get(`/en/lady/mail/inbox/conversation/${james.id}/${his.id}`)).text();
  expect(conversation).toContain("This member has deleted the account. The letters stay; no new ones can be sent.");
  const own = await (await hers.get("/api/mail?type=outbox")).json();
  expect(own.letters[0]).toMatchObject({ body: "Of the samovar", recipient: { firstname: "Deleted member" } });
});

Deno.test("two who press at once delete one account; staff is not deleted here", async () => {
  await using site = await testApp();
  const james = await site.addMan();
  const [here, there] = [await site.visitorAs(james), await site.visitorAs(james)];
  const wish = { password: testPassword, refund: false };
  const answers = await Promise.all([here, there].map((each) => each.call("DELETE", "/api/users/me", wish)));
  expect(answers.map(({ status }) => status).filter((status) => status !== 204 && status !== 401)).toEqual([]);
  expect(answers.some(({ status }) => status === 204)).toBe(true);
  const staff = await site.visitorAs(await site.addPerson({ groupId: admin }));
  expect((await staff.call("DELETE", "/api/users/me", wish)).status).toBe(403);
});

Deno.test("of a sealed letter whose writer has left nothing is left to pay, and no client shows it as locked", async () => {
  await using site = await testApp();
  const james = await site.addMan({ credits: 50 });
  const olena = await site.addLady();
  await send(site, olena.id, james.id, "An introduction");
  await send(site, james.id, olena.id, "An answer");
  const sealed = await send(site, olena.id, james.id, "Of the samovar");
  const [his, hers] = [await site.visitorAs(james), await site.visitorAs(olena)];
  const sealedIn = async () => {
    const { letters } = await (await his.get("/api/mail")).json() as { letters: { id: number }[] };
    return letters.find(({ id }) => id === sealed.id);
  };
  expect(await sealedIn()).toMatchObject({ isPaid: false, body: null });
  expect((await hers.call("DELETE", "/api/users/me", { password: testPassword })).status).toBe(204);
  await erase(site);
  const opened = await his.call("PATCH", `/api/mail/${sealed.id}`, { isRead: true, isPaid: true });
  expect([opened.status, (await opened.json()).letter]).toMatchObject([200, { isPaid: true, body: "" }]);
  expect(await sealedIn()).toMatchObject({ isPaid: true, isRead: true, body: "", state: "erased" });
  expect((await (await his.get("/api/users")).json()).user.balance).toBe(40);
});
