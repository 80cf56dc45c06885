/** People set which languages they read, into which one letters are translated, and whether they are translated at all. */
import { expect } from "expect";
import { readingOf } from "../../../../kv/accounts/languages.ts";
import { userById } from "../../../../kv/accounts/users.ts";
import { changeOwn } from "../../../../kv/ladies/profiles.ts";
import { seenIn } from "../../account/testing/seen.ts";
import { htmlOf, testMail } from "../testing/mail.ts";

Deno.test("a wish and the languages of a lady or a man are kept by a plain form", async () => {
  await using world = await testMail();
  const people = [["lady", world.hers, world.olena], ["man", world.his, world.james]] as const;
  for (const [desk, visitor, { id }] of people) {
    const path = `/en/${desk}/mail/settings`;
    expect(await htmlOf(visitor.get(path))).toContain("Translate letters for me");
    const saved = await visitor.post(path, {
      section: "translation",
      wantsTranslation: "on",
      reads: ["ru", "uk"],
      into: "uk",
    });
    expect(saved.headers.get("location")).toBe(`${path}#translation`);
    const reading = async () => readingOf((await userById(world.site.store, id))!);
    expect(await reading()).toEqual({ wantsTranslation: true, reads: ["uk", "ru"], into: "uk" });
    expect(await htmlOf(visitor.get(path))).toMatch(/<input[^>]* value="uk"[^>]* checked/);
    await visitor.post(path, { section: "translation", reads: "ru", into: "ru" });
    expect(await reading()).toEqual({ wantsTranslation: false, reads: ["ru"], into: "ru" });
    expect((await visitor.post(path, { section: "translation", reads: "tlh", into: "ru" })).status).toBe(422);
    expect((await visitor.post(path, { section: "translation", reads: "ru", into: "tlh" })).status).toBe(422);
  }
});

Deno.test("an older page turns translating off without bringing an earlier language back", async () => {
  await using world = await testMail();
  const { his, james, site: { store } } = world;
  const path = "/en/man/mail/settings";
  const seen = seenIn(await htmlOf(his.get(path)));
  await changeOwn(store, james.id, { account: { readingLanguage: "zh-Hant" } });
  const older = { section: "translation", seen, reads: "en" };
  expect((await his.post(path, { ...older, into: "en" })).status).toBe(303);
  expect(await userById(store, james.id)).toMatchObject({ wantsTranslation: false, readingLanguage: "zh-Hant" });
  const other = await his.post(path, { ...older, into: "ro" });
  const html = await other.text();
  expect([other.status, html.includes("Something changed in the meantime.")]).toEqual([409, true]);
  // The page again, as it was sent; saved as it stands, it is meant.
  expect(html).toMatch(/<option(?=[^>]*selected)[^>]*value="ro"[^]*id="into-error"/);
  expect((await his.post(path, { ...older, into: "ro", seen: seenIn(html) })).status).toBe(303);
  expect(await userById(store, james.id)).toMatchObject({ wantsTranslation: false, readingLanguage: "ro" });
});
