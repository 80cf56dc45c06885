/** Every member's page says whose it is, and whatever is kept of pages carries that to nobody else. */
import { expect } from "expect";
import { revive } from "../../islands/runtime/revive.ts";
import type { IslandData } from "../../islands/runtime/serialize.ts";
import { testApp } from "../testing/site.ts";
import { withGuestCache } from "./guest_cache.ts";

/** The number of the page's owner as its islands are given it; undefined if it is nobody's. */
function ownerOf(html: string): unknown {
  const [, data] = /id="island-data"[^>]*>(.*?)<\/script>/s.exec(html)!;
  const { islands } = revive(JSON.parse(data!)) as IslandData;
  return islands.find(([name]) => name.endsWith("_notifications"))?.[1].userId;
}

Deno.test("a page is told to be its reader's, and names none of those who looked at it before", async () => {
  await using site = await testApp();
  const olena = await site.addLady({ id: 7_100_001 });
  const james = await site.addMan({ id: 7_100_002, firstname: "James" });
  const wei = await site.addMan({ id: 7_100_003, firstname: "Wei" });
  const admin = await site.addPerson({ id: 7_100_004, groupId: 3 });
  const members = [james, wei, olena, admin, james];
  const cookies = await Promise.all(members.map(async (each) => (await site.visitorAs(each)).cookies));
  const readers = members.map(({ id }, at) => ({ id, cookies: cookies[at]! }));
  // Some time after the sign-in, because an answer that renews a session's cookie is never shared.
  site.advance(1000);
  const pages = withGuestCache(site.deps, (request, connection) => site.app.fetch(request, connection as never));
  const open = async (path: string, cookies: Iterable<[string, string]> = []) => {
    const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
    const headers = { host: "localhost:8000", ...(cookie && { cookie }) };
    const answer = await pages(new Request(`http://localhost:8000${path}`, { headers }), undefined);
    return { status: answer.status, html: await answer.text() };
  };
  for (const path of ["/en/search", "/en/faq", "/en/blog", "/en/about-us", "/en", "/zh-hans/girls/New_Ladies"]) {
    for (const reader of [{ id: undefined, cookies: undefined }, ...readers, { id: undefined, cookies: undefined }]) {
      const { status, html } = await open(path, reader.cookies);
      // Ladies do not search.
      if (status !== 200 && reader.id === olena.id) continue;
      expect([path, status, ownerOf(html)]).toEqual([path, 200, reader.id]);
      // Only a lady's own pages name men.
      const named = [james, wei, admin].map(({ id }) => id).filter((id) => html.includes(String(id)));
      if (reader.id !== olena.id) expect([path, named]).toEqual([path, reader.id ? [reader.id] : []]);
    }
  }
});
