/** A translator's tools: own languages, only one pair, the next letter by one press, the month, the earlier letters. */
import { expect } from "expect";
import { letterOf } from "../../../kv/letters/letters.ts";
import { auditRecords } from "../../../kv/store/audit_log.ts";
import { htmlOf } from "../mail/testing/mail.ts";
import { secret, take, testTranslators } from "./testing/translators.ts";

const chinese = "親愛的達麗婭，今天下雨，我在窗邊想你。";
const russian = ["Дорогая Дарья,", "Флюгер простил церковь.", "Джеймс"];

Deno.test("the queue follows the languages that a translator works in, and may show one pair alone", async () => {
  await using world = await testTranslators();
  await world.write(world.james, world.daria);
  await world.write(world.james, world.daria, { body: chinese });
  const queue = async (query = "") => await htmlOf(world.hers.get(`/en/agency/mail${query}`));
  const all = await queue();
  expect([all.includes("Take it: English to Russian"), all.includes("Take it: Traditional Chinese to Russian")])
    .toEqual([
      true,
      true,
    ]);
  const one = await queue("?pair=en.ru");
  expect([one.includes("Take it: English"), one.includes("Take it: Traditional Chinese")]).toEqual([true, false]);
  // Nothing waits in this pair: the whole queue is shown, not an empty one under an invisible filter.
  expect(await queue("?pair=uk.ru")).toContain("Take it: English");
  const kept = await world.hers.post("/en/agency/mail", { action: "languages", language: ["zh", "ru", "x"] });
  expect([kept.status, kept.headers.get("location")]).toEqual([303, "/en/agency/mail"]);
  const hers = await queue();
  expect([hers.includes("Take it: English"), hers.includes("Take it: Traditional Chinese")]).toEqual([false, true]);
  // A colleague's queue is unchanged.
  expect(await htmlOf(world.his.get("/en/agency/mail"))).toContain("Take it: English");
  await world.hers.post("/en/agency/mail", { action: "languages" });
  expect(await queue()).toContain("Take it: English");
});

Deno.test("finish and take the next: the letter that waits longest in one's languages, and the month counts", async () => {
  await using world = await testTranslators();
  const first = await world.write(world.james, world.daria);
  const other = await world.write(world.james, world.daria, { body: chinese });
  const third = await world.write(world.james, world.daria);
  await world.hers.post("/en/agency/mail", { action: "languages", language: ["en", "ru"] });
  await take(world.hers, first);
  const next = await world.hers.post(`/en/agency/mail/${first.id}`, { action: "finish_next", segment: russian });
  expect(next.headers.get("location")).toBe(`/en/agency/mail/${third.id}`);
  expect(await letterOf(world.site.store, world.daria.id, first.id)).not.toBe(null);
  expect((await world.hers.get(`/en/agency/mail/${third.id}`)).status).toBe(200);
  const last = await world.hers.post(`/en/agency/mail/${third.id}`, { action: "finish_next", segment: russian });
  expect(last.headers.get("location")).toBe("/en/agency/mail");
  expect(await htmlOf(world.hers.get("/en/agency/mail"))).toMatch(
    /This month: 2 letters, 0 profiles, \d+ characters\./,
  );
  expect(await htmlOf(world.his.get("/en/agency/mail"))).toContain("This month: 0 letters, 0 profiles");
  expect(await letterOf(world.site.store, world.daria.id, other.id)).toBe(null);
});

Deno.test("the letters before stand beside the work when its holder asks, and each look is noted", async () => {
  await using world = await testTranslators();
  await world.write(world.james, world.daria, { body: "Письмо о море, дорогая Дарья." });
  const letter = await world.write(world.james, world.daria);
  const path = `/en/agency/mail/${letter.id}`;
  const ask = { action: "earlier", segment: russian };
  const looks = async () =>
    (await auditRecords(world.site.store, { page: 1, limit: 20 })).records.filter(({ action }) =>
      action === "earlier_letters_read"
    ).map(({ actorId, subject }) => [actorId, subject]);
  expect((await world.hers.post(path, ask)).status).toBe(403);
  const taken = await htmlOf(await take(world.hers, letter));
  expect(taken).toContain("Show the earlier letters");
  expect(taken).not.toContain("Письмо о море");
  const shown = await world.hers.post(path, ask);
  const html = await htmlOf(shown);
  expect(shown.status).toBe(200);
  expect(html).toContain("Письмо о море");
  expect(html).toContain(secret);
  // What was written meanwhile is kept.
  expect(html).toContain("Флюгер простил церковь.");
  expect(await looks()).toEqual([[world.nadia.id, `letter:${letter.id}`]]);
  expect((await world.his.post(path, ask)).status).toBe(403);
  world.site.advance(61 * 60_000);
  const late = await world.hers.post(path, ask);
  expect(await htmlOf(late)).not.toContain("Письмо о море");
  expect(await looks()).toHaveLength(1);
});
