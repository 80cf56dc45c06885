/** A lady's desk: she writes for free, sees no price anywhere, and is told when her profile is still being reviewed. */
import { expect } from "expect";
import { introductionsPerDay } from "../../../kv/letters/introductions.ts";
import { letterById } from "../../../kv/letters/letters.ts";
import { lettersOfThread } from "../../../kv/letters/boxes/threads.ts";
import { composerFields, htmlOf, sheetOf, testMail, withSealedLetter } from "./testing/mail.ts";

const money = /credit|balance|price|free|paid|€|點|点|購買|购买|免費|免费|餘額|余额/i;

/** All that a page tells her, with the data of its scripts, but without the tags that load files. */
const wordsOf = (html: string): string => html.replace(/<(?:link|script[^>]* src)[^>]*>/g, "");

Deno.test("she sees no price, credit or balance on any page", async () => {
  await using world = await testMail();
  const { sealed, introduction, answer } = await withSealedLetter(world);
  for (const prefix of ["/en", "", "/zh-hans"]) {
    for (
      const path of [
        "inbox",
        "outbox",
        `inbox/conversation/${world.james.id}/${answer.id}`,
        `outbox/conversation/${world.james.id}/${sealed.id}`,
        `outbox/conversation/${world.james.id}/${introduction.id}`,
        `new-conversation/${world.james.id}`,
      ]
    ) {
      const page = await world.hers.get(`${prefix}/lady/mail/${path}`);
      const found = money.exec(wordsOf(await htmlOf(page)));
      const told = found && found.input.slice(Math.max(0, found.index - 40), found.index + 40);
      expect({ prefix, path, status: page.status, told }).toEqual({ prefix, path, status: 200, told: null });
    }
  }
});

Deno.test("she reads her own letters and his, sealed for him or not", async () => {
  await using world = await testMail();
  const { answer } = await withSealedLetter(world);
  const html = await htmlOf(world.hers.get(`/en/lady/mail/inbox/conversation/${world.james.id}/${answer.id}`));
  expect(html).toContain("heron");
  expect(html).toContain("Good evening from Utrecht.");
  expect(html).toContain("Not read yet");
  expect(html).not.toMatch(/class="[^"]*envelope/);
  expect(html).not.toContain("<footer></footer>");
  expect((await letterById(world.site.store, answer.id))?.readAt).not.toBe(null);
});

Deno.test("of him she sees first name, age and place, and nothing else", async () => {
  await using world = await testMail();
  const html = await htmlOf(world.hers.get(`/en/lady/mail/new-conversation/${world.james.id}`));
  expect(html).toContain("James");
  expect(html).toContain("35, Utrecht, Netherlands</p>");
  expect(html).toContain(">His profile</a>");
  expect(html).not.toContain("Her profile");
  for (const [prefix, words] of [["", "他的個人頁"], ["/zh-hans", "他的个人主页"]]) {
    const sheet = await htmlOf(world.hers.get(`${prefix}/lady/mail/new-conversation/${world.james.id}`));
    expect(sheet).toContain(`>${words}</a>`);
  }
  for (const secret of ["Secret", world.james.email, "1990-05-02"]) expect(html).not.toContain(secret);
});

Deno.test("her first letter to a man is an introduction, and its form is one letter", async () => {
  await using world = await testMail();
  const path = `/en/lady/mail/new-conversation/${world.james.id}`;
  const page = await htmlOf(world.hers.get(path));
  expect(page).toContain("an introduction");
  const fields = { ...composerFields(page), action: "send", body: "Dear James,\n\nGood evening." };
  const [one, other] = await Promise.all([world.hers.post(path, fields), world.hers.post(path, fields)]);
  expect(one.headers.get("location")).toBe(other.headers.get("location"));
  const { letters } = await lettersOfThread(world.site.store, world.james.id, world.olena.id, { page: 1, limit: 9 });
  expect(letters.map(({ isIntroduction }) => isIntroduction)).toEqual([true]);
  expect(await htmlOf(world.hers.follow(one))).toContain("Your letter to James is on its way.");
  expect(await htmlOf(world.hers.get(path))).not.toContain("an introduction");
});

Deno.test("the twenty-first introduction of a day waits, with its words kept", async () => {
  await using world = await testMail();
  for (let count = 0; count < introductionsPerDay; count++) {
    await world.write(world.olena, await world.site.addMan(), `Good evening, number ${count}.`);
  }
  const path = `/en/lady/mail/new-conversation/${world.james.id}`;
  const { sendKey } = composerFields(await htmlOf(world.hers.get(path)));
  const answer = await world.hers.post(path, { action: "send", sendKey, body: "One too many." });
  const html = await htmlOf(answer);
  expect(answer.status).toBe(429);
  expect(html).toContain("You can write more from 00:00 UTC.");
  expect(sheetOf(html)).toBe("One too many.");
});

Deno.test("a lady who is not approved yet is told so calmly and finds no sheet to write on", async () => {
  await using world = await testMail();
  const daria = await world.site.addLady({ firstname: "Daria" }, { isPublished: false });
  const hers = await world.site.visitorAs(daria);
  const path = `/en/lady/mail/new-conversation/${world.james.id}`;
  // The same for a number that nobody has: counting up tells her of no man.
  for (const asked of [path, "/en/lady/mail/new-conversation/999999"]) {
    const led = await hers.get(asked);
    expect([led.status, led.headers.get("location")]).toEqual([303, "/en/lady/mail/inbox"]);
    const html = await htmlOf(hers.follow(led));
    expect(html).toContain("Your profile is not shown yet.");
    expect(html).not.toContain('class="compose"');
  }
  const answer = await hers.post(path, { action: "send", sendKey: "a-key-of-her-own", body: "Already?" });
  expect(answer.status).toBe(403);
  const refused = await htmlOf(answer);
  expect([sheetOf(refused), refused.includes("James")]).toEqual(["Already?", false]);
});

Deno.test("she can write to men only, and only to those who exist", async () => {
  await using world = await testMail();
  const daria = await world.site.addLady({ firstname: "Daria" });
  const staff = await world.site.addPerson({ groupId: 4 });
  for (const id of [daria.id, world.olena.id, staff.id, 999_999, "abc"]) {
    expect({ id, status: (await world.hers.get(`/en/lady/mail/new-conversation/${id}`)).status })
      .toEqual({ id, status: 404 });
  }
});
