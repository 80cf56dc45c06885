/** No page shows a link that refuses its reader, and every page is named by the last of its breadcrumbs. */
import { expect } from "expect";
import { seedWritings } from "../demo/writings/writings.ts";
import { sendLetter } from "../kv/letters/sending.ts";
import type { Visitor } from "../routes/http/access.ts";
import { roleNames, type RoleWorld, roleWorld, visitors } from "./roles/world.ts";

const photo = (id: number) => {
  const path = `/static/images/portraits/olena.webp`;
  return {
    id,
    key: `olena-${id}`,
    path,
    pathOfQuad: path,
    sizes: { full: path, medium: path, quad: path, avatar: path },
  };
};

async function everything() {
  const world = await roleWorld();
  const { site, people, olena, james } = world;
  await seedWritings(site.store);
  await site.addLady({ firstname: "Ioana" }, { quote: "Slow mornings.", photos: [photo(1), photo(2)] });
  for (const [author, recipient] of [[people[1], olena], [people[2], james], [olena, people[1]]] as const) {
    const sendKey = `letter-${author.id}-${recipient.id}`;
    const sent = await sendLetter(site.store, {
      authorId: author.id,
      recipientId: recipient.id,
      body: "Hello.",
      sendKey,
    });
    if (!sent.ok) throw new Error(sent.reason);
  }
  return world;
}

/** The paths of the pages that a page links to, without queries and anchors. */
const linksIn = (html: string): string[] =>
  [...html.matchAll(/<a [^>]*?href="(\/[^"#?]*)/g)].map(([, path]) => path!)
    .filter((path) => !/^\/(assets|static|language|dev|feed)|logout|\.(xml|csv|webp)$/.test(path));

interface SeenPage {
  path: string;
  status: number;
  html: string;
}

/** Every page that a visitor reaches from the home page by links. */
async function* pagesFor(world: RoleWorld, visitor: Visitor): AsyncGenerator<SeenPage> {
  const known = new Set(["/en"]);
  for (const path of known) {
    const answer = await world.ask(visitor, "GET", path);
    const html = await answer.text();
    yield { path, status: answer.status, html };
    if (answer.status === 200) { for (const link of linksIn(html)) known.add(link); }
  }
}

Deno.test("no page shows anybody a link that refuses", async () => {
  await using world = await everything();
  for (const visitor of visitors) {
    const refused: string[] = [];
    let count = 0;
    for await (const { path, status } of pagesFor(world, visitor)) {
      count++;
      if (status >= 400) refused.push(`${path}: ${status}`);
    }
    expect([roleNames[visitor], refused]).toEqual([roleNames[visitor], []]);
    expect(count).toBeGreaterThan(30);
  }
});

const wordsOf = (html: string | undefined) => html?.replace(/<[^>]+>/g, "").trim();

Deno.test("every page is titled by the last of its breadcrumbs, whoever looks", async () => {
  await using world = await everything();
  for (const visitor of visitors) {
    let count = 0;
    for await (const { path, html } of pagesFor(world, visitor)) {
      const crumbs = /<nav class="crumbs"[^]*?<\/nav>/.exec(html)?.[0];
      if (!crumbs) continue;
      count++;
      const last = wordsOf([...crumbs.matchAll(/<li[^>]*>([^]*?)<\/li>/g)].at(-1)?.[1]);
      expect([path, /<title>([^<]*)/.exec(html)?.[1]]).toEqual([path, `${last} — Vesna`]);
    }
    expect(count).toBeGreaterThan(15);
  }
});
