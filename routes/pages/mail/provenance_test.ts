/** Who writes: every letter says whose hand it is, whose the translation is, what a machine did, and when. */
import { expect } from "expect";
import { keepMachineDraft } from "../../../kv/letters/translation_drafts.ts";
import { finishTranslation } from "../../../kv/letters/translation_ends.ts";
import { claimTranslation } from "../../../kv/letters/translations.ts";
import { testTranslators, type TranslatorWorld } from "../translator/testing/translators.ts";
import { htmlOf, payForOpening, testMail, withSealedLetter } from "./testing/mail.ts";

const provenance = (html: string): string[] =>
  [...html.matchAll(/<p class="letter__provenance[^"]*">([^<]*)<\/p>/g)].map(([, text]) => text!);

Deno.test("each letter of a conversation says who wrote it, in whose account, and when; a sealed one says nothing", async () => {
  await using world = await testMail();
  const { sealed } = await withSealedLetter(world);
  const his = async () =>
    provenance(await htmlOf(world.his.get(`/en/man/mail/inbox/conversation/${world.olena.id}/${sealed.id}`)));
  const introduction = "Written by Olena in her own account, 14 Mar 2026, 12:01.";
  expect(await his()).toEqual([introduction, "Written in your account, 14 Mar 2026, 12:02."]);
  await payForOpening(world, sealed);
  expect(await his()).toContain("Written by Olena in her own account, 14 Mar 2026, 12:03.");
  const hers = `/lady/mail/inbox/conversation/${world.james.id}/${sealed.id}`;
  expect(provenance(await htmlOf(world.hers.get(`/en${hers}`))))
    .toContain("Written by James in his own account, 14 Mar 2026, 12:02.");
  expect(provenance(await htmlOf(world.hers.get(hers))).join()).toContain("James以他本人的帳號寫於2026年3月14日");
  expect(provenance(await htmlOf(world.hers.get(`/zh-hans${hers}`))).join()).toContain(
    "James用他本人的账号写于2026年3月14日",
  );
});

/** His letter to Daria, translated; what she reads under it. */
async function translated(room: TranslatorWorld, words: string[], machine?: string[]): Promise<string> {
  const { site, nadia, james, daria } = room;
  const { store, advance } = site;
  const letter = await room.write(james, daria);
  await claimTranslation(store, nadia.id, letter.id);
  if (machine) await keepMachineDraft(store, letter.id, machine);
  advance(30 * 60_000);
  const done = await finishTranslation(store, nadia.id, letter.id, words);
  if (!done.ok) throw new Error(done.reason);
  const hers = await site.visitorAs(daria);
  const html = await htmlOf(hers.get(`/en/lady/mail/inbox/conversation/${james.id}/${letter.id}`));
  return provenance(html).at(-1)!;
}

Deno.test("a translation says whose it is and when it was finished, and what of it is a machine's", async () => {
  await using room = await testTranslators();
  const at = /, \d+ Mar 2026, \d\d:\d\d\.$/;
  const byHand = await translated(room, ["Дорогая Дарья,", "Ящик разобран."]);
  expect(byHand).toMatch(/^Written by James in his own account, .*\. Translated by Nadia\b/);
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
