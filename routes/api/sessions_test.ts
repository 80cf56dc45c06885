/** Calls about a person's sessions, and about the e-mail address to sign in with. */
import { expect } from "expect";
import { userById } from "../../kv/accounts/users.ts";
import { testApp, testPassword } from "../testing/site.ts";
import { read, refused } from "./testing/calls.ts";

interface Listed {
  sessions: { id: string; device: { browser: string | null; system: string | null }; isCurrent: boolean }[];
  totalCount: number;
}

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0";

Deno.test("one sees every place where one is signed in, and signs out of one or of all others", async () => {
  await using site = await testApp();
  const [james, wei] = [await site.addMan(), await site.addMan()];
  const desk = site.visitor({ headers: { "user-agent": firefox } });
  await read(desk.call("POST", "/api/authorization", { email: james.email, password: testPassword }));
  const [phone, tablet, weis] = [await site.visitorAs(james), await site.visitorAs(james), await site.visitorAs(wei)];
  const { sessions, totalCount } = await read<Listed>(desk.get("/api/users/me/sessions"));
  expect([totalCount, sessions.filter(({ isCurrent }) => isCurrent).length]).toEqual([3, 1]);
  expect(sessions.find(({ isCurrent }) => isCurrent)!.device).toEqual({ browser: "Firefox", system: "Linux" });

  const ofWei = (await read<Listed>(weis.get("/api/users/me/sessions"))).sessions[0]!;
  await refused(desk.call("DELETE", `/api/users/me/sessions/${ofWei.id}`), 404, "not_found");
  const phones = (await read<Listed>(phone.get("/api/users/me/sessions"))).sessions.find(({ isCurrent }) => isCurrent)!;
  expect((await desk.call("DELETE", `/api/users/me/sessions/${phones.id}`)).status).toBe(204);
  await refused(phone.get("/api/users"), 401, "not_signed_in");
  await read(tablet.get("/api/users"));
  expect((await desk.call("DELETE", "/api/users/me/sessions")).status).toBe(204);
  await refused(tablet.get("/api/users"), 401, "not_signed_in");
  await read(desk.get("/api/users"));
  await read(weis.get("/api/users"));
  await refused(site.visitor().get("/api/users/me/sessions"), 401, "not_signed_in");
});

Deno.test("another address is asked for, mailed, and confirmed without a session", async () => {
  await using site = await testApp();
  const james = await site.addMan();
  const asJames = await site.visitorAs(james);
  const wish = (email: string, currentPassword = testPassword) =>
    asJames.call("POST", "/api/users/changeEmail", { email, currentPassword });
  await refused(wish("new@example.test", "Wrong-2026!"), 422, "wrong_password");
  await refused(wish("no address"), 422, "invalid");
  await refused(wish(james.email), 422, "invalid");
  const { emailChange } = await read<{ emailChange: { email: string } }>(wish("New@Example.test"));
  expect(emailChange.email).toBe("new@example.test");
  await site.runJobs();
  const link = site.outbox.mails().find(({ to }) => to === "new@example.test")!.links.find((each) =>
    each.includes("email-change")
  )!;
  const [userId, key] = new URL(link).pathname.split("/").slice(-2).map(decodeURIComponent);
  const confirm = () => site.visitor().call("POST", "/api/users/changeEmailConfirm", { userId, key });
  expect((await confirm()).status).toBe(204);
  expect((await userById(site.store, james.id))!.email).toBe("new@example.test");
  await refused(confirm(), 422, "expired");
});

Deno.test("a taken address answers as a free one does, and too many wishes are refused", async () => {
  await using site = await testApp();
  const [james, wei] = [await site.addMan(), await site.addMan()];
  const asJames = await site.visitorAs(james);
  const wish = (email: string) =>
    asJames.call("POST", "/api/users/changeEmail", { email, currentPassword: testPassword });
  const free = await read<{ emailChange: Record<string, string> }>(wish("free@example.test"));
  const taken = await read<{ emailChange: Record<string, string> }>(wish(wei.email));
  expect({ ...taken.emailChange, email: "" }).toEqual({ ...free.emailChange, email: "" });
  await site.runJobs();
  expect(site.outbox.mails().filter(({ to }) => to === wei.email).map(({ links }) => links.join(" ")).join(" "))
    .not.toContain("email-change");
  expect((await asJames.call("DELETE", "/api/users/changeEmail")).status).toBe(204);
  for (let more = 0; more < 8; more++) await read(wish(`free-${more}@example.test`));
  await refused(wish("one-more@example.test"), 429, "too_many_requests");
});
