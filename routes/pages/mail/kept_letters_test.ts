/** Letters are rendered once and kept; what a page says of a letter is still true. */
import { expect } from "expect";
import { deleteAccount } from "../../../kv/accounts/deletions.ts";
import { readLetterAsAdmin } from "../../../kv/letters/admin_reading.ts";
import { keys } from "../../../kv/store/keys.ts";
import { testPassword, type Visitor } from "../../testing/site.ts";
import { htmlOf, type MailWorld, testMail, withSealedLetter } from "./testing/mail.ts";

const pathOf = (world: MailWorld, letterId: number) => `/man/mail/inbox/conversation/${world.olena.id}/${letterId}`;

/** The sheet of one letter on a page whose address may name another. */
async function sheetOf(reader: Visitor, path: string, letterId: number): Promise<string> {
  const html = await htmlOf(reader.get(path));
  const sheet = new RegExp(`<article[^>]* id="letter-${letterId}"[^]*?</article>`).exec(html)?.[0];
  if (!sheet) throw new Error(`letter ${letterId} is not on the page`);
  return sheet;
}

Deno.test("James's letter says that Olena has read it as soon as she has", async () => {
  await using world = await testMail();
  const { answer, introduction } = await withSealedLetter(world);
  const look = () => sheetOf(world.his, `/en${pathOf(world, introduction.id)}`, answer.id);
  const before = await look();
  expect(before).toContain("Not read yet");
  expect(await look()).toBe(before);
  await world.hers.get(`/en/lady/mail/inbox/conversation/${world.james.id}/${answer.id}`);
  expect(await look()).toContain("Read on");
});

Deno.test("each of the two sees a letter as its author or as its reader, in the language of the page", async () => {
  await using world = await testMail();
  const { answer } = await withSealedLetter(world);
  const his = () => sheetOf(world.his, `/en${pathOf(world, answer.id)}`, answer.id);
  const hers = () => sheetOf(world.hers, `/en/lady/mail/inbox/conversation/${world.james.id}/${answer.id}`, answer.id);
  const inChinese = () => sheetOf(world.his, pathOf(world, answer.id), answer.id);
  for (let time = 0; time < 2; time++) {
    expect(await his()).toContain("Written by you");
    expect(await hers()).toContain("Written by James");
    expect(await inChinese()).not.toMatch(/Written|Delete/);
  }
});

Deno.test("the forms below a letter lead back to the letter that is being read", async () => {
  await using world = await testMail();
  const { answer, introduction } = await withSealedLetter(world);
  for (const { id } of [answer, introduction, answer]) {
    const path = `/en${pathOf(world, id)}`;
    expect(await sheetOf(world.his, path, answer.id)).toContain(`action="${path}"`);
  }
});

Deno.test("that a letter was read by the staff stands on it at once", async () => {
  await using world = await testMail();
  const { answer, introduction } = await withSealedLetter(world);
  const look = () => sheetOf(world.his, `/en${pathOf(world, introduction.id)}`, answer.id);
  expect(await look()).not.toContain("a report of hers");
  const ada = await world.site.addPerson({ groupId: 3, firstname: "Ada" });
  const wanted = { letterId: answer.id, actorId: ada.id, reason: "a report of hers" };
  const read = await readLetterAsAdmin(world.site.store, wanted);
  expect(read.ok).toBe(true);
  expect(await look()).toContain("a report of hers");
});

Deno.test("what was rendered of a letter goes with its words, and with the account of either of the two", async () => {
  await using world = await testMail();
  const { site: { store, deps }, james, olena } = world;
  const { answer } = await withSealedLetter(world);
  const kept = () => deps.running.keptViews.countAbout(["letter", answer.id]);
  const look = async () => {
    await sheetOf(world.hers, `/en/lady/mail/inbox/conversation/${james.id}/${answer.id}`, answer.id);
    await sheetOf(world.his, `/en${pathOf(world, answer.id)}`, answer.id);
  };
  await look();
  expect(kept()).toBe(2);
  await store.kv.set(keys.letterText(answer.id), { body: "", translation: null, attachments: [] });
  expect(kept()).toBe(0);
  await look();
  expect(kept()).toBe(2);
  expect((await deleteAccount(store, olena.id, { password: testPassword, wantsRefund: false })).ok).toBe(true);
  expect(kept()).toBe(0);
});

Deno.test("signs that stand for what is filled in change nothing but the words that hold them", async () => {
  await using world = await testMail();
  const { olena, james, write } = world;
  const plain = await write(james, olena, "Dear Olena, good evening.");
  const odd = await write(james, olena, "Dear \uE001 Olena, \uE001action\uE001\uE001 good evening.");
  const path = `/en${pathOf(world, plain.id)}`;
  const [one, other] = [await sheetOf(world.his, path, plain.id), await sheetOf(world.his, path, odd.id)];
  const tools = (sheet: string) => sheet.replaceAll(/\d+/g, "").match(/<(form|button|a|input)\b[^>]*>/g);
  expect(tools(other)).toEqual(tools(one));
  expect(other).toContain(`Dear \uE001 Olena, ${path}\uE001 good evening.`);
});
