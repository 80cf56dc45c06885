/** Every letter says who wrote it and who translated it, what a machine did, and when. */
import { expect } from "expect";
import { keepMachineDraft } from "../../../kv/letters/translating/translation_drafts.ts";
import { finishTranslation } from "../../../kv/letters/translating/translation_ends.ts";
import { claimTranslation } from "../../../kv/letters/translating/translations.ts";
import { testTranslators, type TranslatorWorld } from "../translator/testing/translators.ts";
import { htmlOf, payForOpening, testMail, withSealedLetter } from "./testing/mail.ts";

const told = (html: string, what: RegExp): string[] => [...html.matchAll(what)].map(([, text]) => text!);
const colophons = (html: string) => told(html, /<p class="letter__colophon">([^<]*)<\/p>/g);
/** The time behind the dots of each letter, to the minute. */
const moments = (html: string) => told(html, /<li class="letter__moment">([^<]*)<\/li>/g);

Deno.test("each letter of a conversation says who wrote it, and when; a sealed one says nothing", async () => {
  await using world = await testMail();
  const { sealed } = await withSealedLetter(world);
  const his = () => htmlOf(world.his.get(`/en/man/mail/inbox/conversation/${world.olena.id}/${sealed.id}`));
  const before = await his();
  expect(colophons(before)).toEqual([
    "Written by Olena herself. An introduction, free to read.",
    "Written by you. Not read yet.",
  ]);
  expect(moments(before)).toEqual(["Sent on 14\u00a0Mar 2026, 12:01 UTC.", "Sent on 14\u00a0Mar 2026, 12:02 UTC."]);
  world.site.advance(3600_000);
  await payForOpening(world, sealed);
  const after = await his();
  expect(colophons(after).at(-1)).toBe("Written by Olena herself. Opened for 5 credits.");
  expect(moments(after).slice(2)).toEqual([
    "Sent on 14\u00a0Mar 2026, 12:03 UTC.",
    "Opened on 14\u00a0Mar 2026, 13:03 UTC.",
  ]);
  const hers = `/lady/mail/inbox/conversation/${world.james.id}/${sealed.id}`;
  const inEnglish = await htmlOf(world.hers.get(`/en${hers}`));
  expect(colophons(inEnglish)).toContain("Written by James himself.");
  expect(moments(inEnglish).join()).not.toContain("Opened");
  expect(colophons(await htmlOf(world.hers.get(hers)))).toContain("James本人所寫。");
  expect(colophons(await htmlOf(world.hers.get(`/zh-hans${hers}`)))).toContain("James本人所写。");
});

/** Translates his letter to Daria; returns what she reads below it, and behind its dots. */
async function translated(room: TranslatorWorld, words: string[], machine?: string[]): Promise<string> {
  const { site, nadia, james, daria } = room;
  const { store, advance } = site;
  const letter = await room.write(james, daria);
  await claimTranslation(store, nadia.id, letter.id);
  if (machine) await keepMachineDraft(store, nadia.id, letter.id, machine);
  advance(30 * 60_000);
  const done = await finishTranslation(store, nadia.id, letter.id, words);
  if (!done.ok) throw new Error(done.reason);
  const hers = await site.visitorAs(daria);
  const html = await htmlOf(hers.get(`/en/lady/mail/inbox/conversation/${james.id}/${letter.id}`));
  return [colophons(html).at(-1), moments(html).at(-1)].join(" ");
}

Deno.test("a translation says whose it is and when it was finished, and what of it is a machine's", async () => {
  await using room = await testTranslators();
  const at = /, \d+\sMar 2026, \d\d:\d\d UTC\.$/;
  const byHand = await translated(room, ["Дорогая Дарья,", "Ящик разобран."]);
  expect(byHand).toMatch(/^Written by James himself\. .*Translated by Nadia\b/);
  expect(byHand).toMatch(at);
  expect(byHand).not.toMatch(/machine/);
  const revised = await translated(room, ["Дорогая Дарья,", "Ящик наконец разобран."], [
    "Дорогая Дарья,",
    "Ящик разобран.",
  ]);
  expect(revised).toMatch(/Translated by Nadia.*, from a machine’s draft, /);
  const checked = await translated(room, ["Дорогая Дарья,", "Ящик разобран."], ["Дорогая Дарья,", "Ящик разобран."]);
  expect(checked).toMatch(/Translated by a machine, checked by Nadia/);
});
