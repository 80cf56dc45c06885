/** The settings of letters, for a man and a lady, and in three languages. */
import { expect } from "expect";
import { wishesMail } from "../../../../kv/accounts/mail_wishes.ts";
import { userById } from "../../../../kv/accounts/users.ts";
import { testApp } from "../../../testing/site.ts";

const section = "letter-mails";

Deno.test("mails about letters are switched off and on again, by a man and by a lady", async () => {
  await using site = await testApp();
  for (const [user, path] of [[await site.addMan(), "/man"], [await site.addLady(), "/lady"]] as const) {
    const visitor = await site.visitorAs(user);
    const address = `/en${path}/mail/settings`;
    const shown = async () =>
      /<input[^>]*name="letterEmails"[^>]*>/.exec(await (await visitor.get(address)).text())![0];
    const isMailed = async () => wishesMail((await userById(site.store, user.id))!, "letters");
    expect(await shown()).toContain("checked");

    const off = await visitor.post(address, { section });
    expect([off.status, off.headers.get("location")]).toEqual([303, `${address}#${section}`]);
    expect(await isMailed()).toBe(false);
    expect(await (await visitor.follow(off)).text()).toContain("Your choice is saved.");
    expect(await shown()).not.toContain("checked");

    await visitor.post(address, { section, letterEmails: "on" });
    expect(await isMailed()).toBe(true);
  }
});

Deno.test("mails about who asked to talk come only to whoever switches them on, here or by the call", async () => {
  await using site = await testApp();
  for (const [user, path] of [[await site.addMan(), "/man"], [await site.addLady(), "/lady"]] as const) {
    const visitor = await site.visitorAs(user);
    const isMailed = async () => wishesMail((await userById(site.store, user.id))!, "invitations");
    const set = (form: object) => visitor.post(`/en${path}/mail/settings`, { section: "invitation-mails", ...form });
    expect(await isMailed()).toBe(false);
    expect((await set({ invitationEmails: "on" })).status).toBe(303);
    expect(await isMailed()).toBe(true);
    expect(wishesMail((await userById(site.store, user.id))!, "letters")).toBe(true);
    await set({});
    expect(await isMailed()).toBe(false);

    const changed = await visitor.call("PATCH", "/api/users", { invitationEmails: true });
    expect((await changed.json()).user).toMatchObject({ invitationEmails: true, letterEmails: true });
    expect(await isMailed()).toBe(true);
  }
});

Deno.test("mails about times to talk come until they are switched off, here or by the call, and letters' do not matter", async () => {
  await using site = await testApp();
  for (const [user, path] of [[await site.addMan(), "/man"], [await site.addLady(), "/lady"]] as const) {
    const visitor = await site.visitorAs(user);
    const isMailed = async () => wishesMail((await userById(site.store, user.id))!, "talks");
    const set = (form: Record<string, string>) => visitor.post(`/en${path}/mail/settings`, form);
    await set({ section });
    expect(await isMailed()).toBe(true);
    expect((await set({ section: "talk-mails" })).status).toBe(303);
    expect(await isMailed()).toBe(false);
    await set({ section: "talk-mails", talkEmails: "on" });
    expect(await isMailed()).toBe(true);

    const changed = await visitor.call("PATCH", "/api/users", { talkEmails: false });
    expect((await changed.json()).user).toMatchObject({ talkEmails: false, letterEmails: false });
    expect(await isMailed()).toBe(false);
  }
});

Deno.test("the page is for its own side alone, and a form of no section changes nothing", async () => {
  await using site = await testApp();
  const james = await site.visitorAs(await site.addMan());
  const answers = [
    await site.visitor().get("/en/man/mail/settings"),
    await james.get("/en/lady/mail/settings"),
    await james.post("/en/man/mail/settings", { section: "nothing" }),
    await james.post("/en/man/mail/settings", { section }, { headers: { origin: "https://evil.example" } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([303, 403, 422, 403]);
  for (const answer of answers) await answer.text();
});

Deno.test("the letters lead to it, in every language", async () => {
  await using site = await testApp();
  const james = await site.visitorAs(await site.addMan());
  for (const [prefix, word] of [["", "信件設定"], ["/zh-hans", "信件设置"], ["/en", "Letter settings"]]) {
    const inbox = await (await james.get(`${prefix}/man/mail/inbox`)).text();
    expect(inbox).toContain(`href="${prefix}/man/mail/settings"`);
    const page = await (await james.get(`${prefix}/man/mail/settings`)).text();
    expect(page).toContain(`<h1>${word}</h1>`);
    // A key that has no words would be shown as itself.
    expect(page).not.toContain("notifications:");
  }
});
