import { expect } from "expect";
import { type ContactMessage, keepContactMessage } from "../../../kv/safety/contact_messages.ts";
import { keys } from "../../../kv/store/keys.ts";
import { withAtomics } from "../../../kv/testing/store.ts";
import { testApp, type TestSite } from "../../testing/site.ts";
import { expectHolds } from "../girls/testing/html.ts";

const wish = { name: "Anna", email: "anna@example.test", topic: "payment", message: "Where is\nmy receipt?" };

const keptIn = async (site: TestSite): Promise<ContactMessage[]> =>
  (await Array.fromAsync(site.store.kv.list<ContactMessage>({ prefix: [keys.contactMessage("")[0]!] })))
    .map(({ value }) => value);

Deno.test("a message is kept, mailed to the variant's address, and thanked for; pressing twice is one", async () => {
  const config = { english: { url: null, hosts: [], brand: "Vesna", contactEmail: "house@en.test", socialLinks: [] } };
  await using site = await testApp({ config });
  const visitor = site.visitor();
  expectHolds(await (await visitor.get("/en/contact-us")).text(), 'name="message"', "mailto:house@en.test");
  const sent = await visitor.post("/en/contact-us", wish);
  expect([sent.status, sent.headers.get("location")]).toEqual([303, "/en/contact-us?sent=1"]);
  expectHolds(await (await visitor.follow(sent)).text(), "We have your message");
  expect((await visitor.post("/en/contact-us", wish)).status).toBe(303);
  await site.runJobs();
  const [mail, ...more] = site.outbox.mails();
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ to: "house@en.test", subject: "Vesna, contact form: Credits and payments" });
  expectHolds(mail!.text, "Anna, anna@example.test", "my receipt?");
  expect(await keptIn(site)).toMatchObject([{ name: "Anna", topic: "payment", locale: "en", userId: null }]);
  const [file] = await Array.fromAsync(Deno.readDir(site.outboxFolder));
  expectHolds(await Deno.readTextFile(`${site.outboxFolder}/${file!.name}`), "Reply-To: anna@example.test");
});

Deno.test("no blank follows a full-width sign", async () => {
  await using site = await testApp();
  expectHolds(await (await site.visitor().get("/zh-hans/contact-us")).text(), '已有解答：<a href="/zh-hans/faq">');
  expectHolds(await (await site.visitor().get("/en/contact-us")).text(), 'here: <a href="/en/faq">');
});

Deno.test("without a contact address the mail goes where the site's own mails come from, in the page's language", async () => {
  await using site = await testApp();
  expect((await site.visitor().post("/zh-hans/contact-us", wish)).status).toBe(303);
  await site.runJobs();
  expect(site.outbox.mails()[0]).toMatchObject({ to: "letters@vesna.example", subject: "春信联系表单：点数与付款" });
});

Deno.test("who fills in what nobody sees is thanked, and nothing is kept", async () => {
  await using site = await testApp();
  const response = await site.visitor().post("/en/contact-us", { ...wish, website: "https://spam.example" });
  expect(response.headers.get("location")).toBe("/en/contact-us?sent=1");
  expect(await keptIn(site)).toEqual([]);
});

const wrong: [string, Record<string, string>, string][] = [
  ["a line break in the address", { email: "a@x.test\r\nBcc: victim@x.test" }, "email"],
  ["two addresses", { email: "a@x.test, b@x.test" }, "email"],
  ["a name in the address", { email: "Anna <a@x.test>" }, "email"],
  ["a line break in the name", { name: "Anna\r\nBcc: victim@x.test" }, "name"],
  ["a name of nothing", { name: "\u200b " }, "name"],
  ["a topic of their own", { topic: "Subject: hello" }, "topic"],
  ["an empty message", { message: " \u0000\n " }, "message"],
  ["a message without end", { message: "x".repeat(4001) }, "message"],
];

for (const [what, change, field] of wrong) {
  Deno.test(`the form refuses ${what}, keeps what was typed, and mails nothing`, async () => {
    await using site = await testApp();
    const response = await site.visitor().post("/en/contact-us", { ...wish, ...change });
    expect(response.status).toBe(422);
    const html = await response.text();
    expectHolds(html, `id="${field}-error"`);
    if (field !== "message") expectHolds(html, "my receipt?");
    await site.runJobs();
    expect([await keptIn(site), site.outbox.mails()]).toEqual([[], []]);
  });
}

Deno.test("a topic that was not chosen is asked for, in plain words", async () => {
  await using site = await testApp();
  const { topic: _, ...rest } = wish;
  for (const form of [{ ...rest, topic: "" }, rest]) {
    const response = await site.visitor().post("/en/contact-us", form);
    const html = await response.text();
    expect(/id="topic-error"[^>]*>(.*?)<\/p>/.exec(html)?.[1]).toContain("Choose a subject.");
  }
});

Deno.test("a flood from one address of the network, or of one sender, is answered 429", async () => {
  await using site = await testApp();
  const post = (change: object, address: string) =>
    site.visitor({ address }).post("/en/contact-us", { ...wish, ...change });
  for (let n = 0; n < 10; n++) expect((await post({ email: `p${n}@x.test` }, "192.0.2.7")).status).toBe(303);
  const flooded = await post({ email: "p11@x.test" }, "192.0.2.7");
  expect([flooded.status, Number(flooded.headers.get("retry-after")) > 0]).toEqual([429, true]);
  for (let n = 0; n < 5; n++) expect((await post({ message: `m${n}` }, `192.0.2.1${n}`)).status).toBe(303);
  expect((await post({ message: "m6" }, "192.0.2.99")).status).toBe(429);
  expect((await post({ email: "other@x.test" }, "192.0.2.99")).status).toBe(303);
});

Deno.test("a form from another site is refused", async () => {
  await using site = await testApp();
  const response = await site.visitor().post("/en/contact-us", wish, { headers: { origin: "https://evil.example" } });
  expect(response.status).toBe(403);
  expect(await keptIn(site)).toEqual([]);
});

Deno.test("who is signed in finds name and address filled in, and the mail names the member", async () => {
  await using site = await testApp();
  const man = await site.addMan({ firstname: "Jonas" });
  const visitor = await site.visitorAs(man);
  expectHolds(await (await visitor.get("/en/contact-us?topic=safety")).text(), 'value="Jonas"', man.email);
  await visitor.post("/en/contact-us", { ...wish, email: man.email });
  await site.runJobs();
  expectHolds(site.outbox.mails()[0]!.text, `logged in as member ${man.id}`);
});

Deno.test("a message is kept for as long as the privacy policy says", async () => {
  await using site = await testApp();
  const kept: (number | undefined)[] = [];
  // How long the store keeps a record can only be seen when the record is written.
  const store = withAtomics(site.store, (op) => {
    const set = op.set.bind(op);
    op.set = (key, value, options) => {
      if (key[0] === keys.contactMessage("")[0]) kept.push(options?.expireIn);
      return set(key, value, options);
    };
  });
  const { message: body, ...rest } = wish;
  const words = { ...rest, topic: "data", body, locale: "en", userId: null, address: "192.0.2.1" } as const;
  expect((await keepContactMessage(store, words)).ok).toBe(true);
  expect(kept).toEqual([expect.any(Number)]);
  const days = kept[0]! / (24 * 3600_000);
  const says = {
    "/en": `contact form: ${days} days`,
    "": `聯絡表單的訊息：${days} 天`,
    "/zh-hans": `联系表单的消息：${days} 天`,
  };
  for (const [prefix, sentence] of Object.entries(says)) {
    const page = await (await site.visitor().get(`${prefix}/privacy-policy`)).text();
    expectHolds(page.replace(/<[^>]+>|\s/g, ""), sentence.replaceAll(" ", ""));
  }
});
