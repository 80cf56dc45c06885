/** The boxes of both desks: which letters they hold, in which order, and what is said of them. */
import { expect } from "expect";
import { htmlOf, payForOpening, secret, testMail, withSealedLetter } from "../testing/mail.ts";

/** The text of the lists of people on a page, without tags. */
const peopleOf = (html: string): string =>
  [...html.matchAll(/<ul class="people">([\s\S]*?)<\/ul>/g)].map((list) => list[1]).join(" ")
    .replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");

/** Where the link with these words leads, as a browser would read it. */
const hrefOf = (html: string, words: string): string | null =>
  new RegExp(`<a[^>]* href="([^"]+)"[^>]*>${words}</a>`).exec(html)?.[1]?.replaceAll("&amp;", "&") ?? null;

Deno.test("a guest is led to sign in, and the wrong desk is forbidden", async () => {
  await using world = await testMail();
  const guest = await world.site.visitor().get("/en/man/mail/inbox");
  expect([302, 303]).toContain(guest.status);
  expect(guest.headers.get("location")).toContain(`next=${encodeURIComponent("/en/man/mail/inbox")}`);
  expect((await world.hers.get("/en/man/mail/inbox")).status).toBe(403);
  expect((await world.his.get("/en/lady/mail/inbox")).status).toBe(403);
  expect((await world.hers.get("/en/man/balance/history")).status).toBe(403);
});

Deno.test("the room itself leads to its inbox, and a lady has no introductions to read", async () => {
  await using world = await testMail();
  expect((await world.his.get("/en/man/mail")).headers.get("location")).toBe("/en/man/mail/inbox");
  expect((await world.hers.get("/zh-hans/lady/mail")).headers.get("location")).toBe("/zh-hans/lady/mail/inbox");
  expect((await world.his.get("/en/man/mail/deleted")).status).toBe(200);
  expect((await world.hers.get("/en/lady/mail/deleted")).status).toBe(200);
  expect((await world.his.get("/en/man/mail/elsewhere")).status).toBe(404);
  expect((await world.hers.get("/en/lady/mail/introduction")).status).toBe(404);
});

Deno.test("an empty desk is kind in every language", async () => {
  await using world = await testMail();
  for (const prefix of ["/en", "", "/zh-hans"]) {
    for (const box of ["inbox", "introduction", "outbox", "deleted"]) {
      const page = await world.his.get(`${prefix}/man/mail/${box}`);
      expect(page.status).toBe(200);
      expect(await page.text()).toContain(box === "inbox" ? '<h2 id="desk">' : 'class="empty"');
    }
    expect(await htmlOf(world.hers.get(`${prefix}/lady/mail/inbox`))).toContain('<h2 id="desk">');
  }
});

Deno.test("the inbox lists new letters first, then the other dialogues, the latest first", async () => {
  await using world = await testMail();
  const { site, james, olena, write } = world;
  const daria = await site.addLady({ firstname: "Daria" });
  await withSealedLetter(world);
  await write(james, daria, "Dear Daria,\n\nWhich composer makes the best wings?");
  const people = peopleOf(await htmlOf(world.his.get("/en/man/mail/inbox")));
  expect(people.indexOf("Olena")).toBeGreaterThan(-1);
  expect(people.indexOf("Olena")).toBeLessThan(people.indexOf("Daria"));
  expect(people.split("Olena").length).toBe(2);
  expect(people).toContain("You: Which composer makes the best wings?");
  expect(people).toContain("A sealed letter");
  expect(people).toMatch(/A sealed letter 1 new/);
  expect(olena.id).toBeGreaterThan(0);
});

Deno.test("introductions and the outbox list letters, each leading to its place", async () => {
  await using world = await testMail();
  const { introduction, answer } = await withSealedLetter(world);
  const introductions = await htmlOf(world.his.get("/en/man/mail/introduction"));
  expect(peopleOf(introductions)).toContain("Good evening from Lviv.");
  expect(introductions).toContain(
    `/en/man/mail/introduction/conversation/${world.olena.id}/${introduction.id}#letter-${introduction.id}`,
  );
  const outbox = await htmlOf(world.his.get("/en/man/mail/outbox"));
  expect(peopleOf(outbox)).toContain("Good evening from Utrecht.");
  expect(outbox).toContain(`/en/man/mail/outbox/conversation/${world.olena.id}/${answer.id}#letter-${answer.id}`);
});

Deno.test("of a sealed letter no list says a word, of an opened one it does", async () => {
  await using world = await testMail();
  const { sealed } = await withSealedLetter(world);
  for (const box of ["inbox", "introduction", "outbox"]) {
    expect(await htmlOf(world.his.get(`/en/man/mail/${box}`))).not.toContain("heron");
  }
  expect(await htmlOf(world.his.get("/en"))).not.toContain("heron");
  await payForOpening(world, sealed);
  expect(await htmlOf(world.his.get("/en/man/mail/inbox"))).toContain(secret.slice(0, 20));
});

Deno.test("a long box goes on by place, and holds still while letters arrive", async () => {
  await using world = await testMail({ credits: 500 });
  for (let count = 1; count <= 23; count++) await world.write(world.james, world.olena, `Evening number ${count}.`);
  const html = await htmlOf(world.his.get("/en/man/mail/outbox"));
  const first = peopleOf(html);
  const older = hrefOf(html, "Older");
  expect(first).toContain("Evening number 23.");
  expect(first).not.toContain("Evening number 3.");
  await world.write(world.james, world.olena, "Evening number 24.");
  const second = await htmlOf(world.his.get(older!));
  expect(peopleOf(second)).toContain("Evening number 3.");
  expect(peopleOf(second)).toContain("Evening number 1.");
  expect(peopleOf(second)).not.toContain("Evening number 4.");
  expect(hrefOf(second, "Older")).toBe(null);
  expect(peopleOf(await htmlOf(world.his.get(hrefOf(second, "Newest")!)))).toContain("Evening number 24.");
  for (const before of ["0", "-1", "abc", "1e9", "1-2-3-4-5-6", "%00"]) {
    expect((await world.his.get(`/en/man/mail/outbox?before=${before}`)).status).toBe(200);
    expect((await world.his.get(`/en/man/mail/inbox?before=${before}`)).status).toBe(200);
  }
});

Deno.test("a script in a letter is text in every list", async () => {
  await using world = await testMail();
  await world.write(world.james, world.olena, "<script>alert(1)</script> & so on");
  const html = await htmlOf(world.hers.get("/en/lady/mail/inbox"));
  expect(html).not.toContain("<script>alert");
  expect(html).toContain("&lt;script>alert(1)");
});

Deno.test("an inbox of many new letters and dialogues shows each once, twenty lines to a page", async () => {
  await using world = await testMail({ credits: 500 });
  const { site, james } = world;
  for (let n = 1; n <= 23; n++) {
    const lady = await site.addLady({ firstname: `Lady${n}x` });
    await world.write(james, lady, "Good evening.");
    if (n % 4 === 0) await world.write(lady, james, "A sealed answer.");
  }
  const first = await htmlOf(world.his.get("/en/man/mail/inbox"));
  const names = (html: string) => peopleOf(html).match(/Lady\d+x/g)!;
  expect(names(first).length).toBe(20);
  expect(names(first).slice(0, 6)).toEqual([20, 16, 12, 8, 4, 23].map((n) => `Lady${n}x`));
  expect(first).toMatch(/<h2>New letters<\/h2>[\s\S]*<h2>Correspondence<\/h2>/);
  const second = await htmlOf(world.his.get(hrefOf(first, "Older")!));
  expect([...names(first), ...names(second)].sort()).toEqual(
    Array.from({ length: 23 }, (_, n) => `Lady${n + 1}x`).sort(),
  );
});

Deno.test("letters are found by words, which are marked, and the way there keeps what was looked for", async () => {
  await using world = await testMail();
  const { sealed, answer } = await withSealedLetter(world);
  const html = await htmlOf(world.his.get("/en/man/mail/outbox?q=UTRECHT+evening"));
  expect(html).toContain("Good <mark>evening</mark> from <mark>Utrecht</mark>.");
  expect(html).toContain("One letter with “UTRECHT evening”.");
  expect(html).toContain(`conversation/${world.olena.id}/${answer.id}?q=UTRECHT+evening#letter-${answer.id}`);
  expect(await htmlOf(world.his.get("/en/man/mail/inbox?q=heron"))).toContain("No letters here contain “heron”.");
  expect(peopleOf(await htmlOf(world.his.get("/en/man/mail/inbox?q=olena")))).toContain("A sealed letter");
  await payForOpening(world, sealed);
  expect(await htmlOf(world.his.get("/en/man/mail/inbox?q=heron"))).toContain("<mark>heron</mark>");
});

Deno.test("what is looked for is text, on every page and in every language", async () => {
  await using world = await testMail();
  await withSealedLetter(world);
  const q = encodeURIComponent('"><script>alert(1)</script>{{name}}');
  for (const prefix of ["/en", "", "/zh-hans"]) {
    const html = await htmlOf(world.his.get(`${prefix}/man/mail/inbox?q=${q}`));
    expect(html).not.toContain("<script>alert");
    expect(html).toContain("{{name}}");
    expect(html).toMatch(/value="&quot;>&lt;script>alert\(1\)/);
  }
  for (const odd of ["%00", "%20%20", "x".repeat(5000), "%F0%9F%92%8C"]) {
    expect((await world.his.get(`/en/man/mail/inbox?q=${odd}`)).status).toBe(200);
  }
});
