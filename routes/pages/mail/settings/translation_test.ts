/** Each says which languages are read, into which one is translated, and whether letters are translated at all. */
import { expect } from "expect";
import { readingOf } from "../../../../kv/accounts/languages.ts";
import { userById } from "../../../../kv/accounts/users.ts";
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
