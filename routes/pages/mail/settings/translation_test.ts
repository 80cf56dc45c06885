/** A lady says which languages she reads and whether the others are translated; a man is not asked. */
import { expect } from "expect";
import { ladyById } from "../../../../kv/ladies/ladies.ts";
import { htmlOf, testMail } from "../testing/mail.ts";

Deno.test("her wish and her languages are kept by a plain form", async () => {
  await using world = await testMail();
  const path = "/en/lady/mail/settings";
  expect(await htmlOf(world.hers.get(path))).toContain("Put letters into Russian for me");
  const fields = { section: "translation", wantsTranslation: "on", reads: ["ru", "uk"] };
  const saved = await world.hers.post(path, fields);
  expect(saved.headers.get("location")).toBe(`${path}#translation`);
  const reading = async () => {
    const { wantsTranslation, readsLanguages } = (await ladyById(world.site.store, world.olena.id))!;
    return { wantsTranslation, readsLanguages };
  };
  expect(await reading()).toEqual({ wantsTranslation: true, readsLanguages: ["ru", "uk"] });
  expect(await htmlOf(world.hers.get(path))).toMatch(/<input[^>]* value="uk"[^>]* checked/);
  await world.hers.post(path, { section: "translation" });
  expect(await reading()).toEqual({ wantsTranslation: false, readsLanguages: [] });
  expect((await world.hers.post(path, { section: "translation", reads: "tlh" })).status).toBe(422);
});

Deno.test("a man has no such section, and cannot post to it", async () => {
  await using world = await testMail();
  expect(await htmlOf(world.his.get("/en/man/mail/settings"))).not.toContain("Put letters into Russian");
  expect((await world.his.post("/en/man/mail/settings", { section: "translation" })).status).toBe(403);
});
