import { signal } from "@preact/signals";
import { expect } from "expect";
import type { ComponentChildren } from "preact";
import { renderToString } from "preact-render-to-string";
import { PageProvider } from "../../components/page_context.ts";
import { islandTranslator } from "../../i18n/island_translate.ts";
import { fixtureCatalogues } from "./fixtures/catalogues.ts";
import Counter from "./fixtures/islands/counter/island.tsx";
import Drawer from "./fixtures/islands/drawer/island.tsx";
import Likes from "./fixtures/islands/likes/island.tsx";
import { loadIslands, renderPage } from "./mark.ts";
import { revive } from "./revive.ts";
import type { IslandData } from "./serialize.ts";

const folder = new URL("fixtures/islands/", import.meta.url);
const manifest = { islands: { drawer: { uses: ["counter"] } } };
await loadIslands(folder, { manifest, catalogues: fixtureCatalogues });

const at = { locale: "en" as const, prefix: "/en", path: "/search" };
const context = { ...at, t: islandTranslator("en", fixtureCatalogues.en), href: (path: string) => path, viewer: null };
const Page = (props: { children?: ComponentChildren }) => <PageProvider value={context}>{props.children}</PageProvider>;
const render = (content: ComponentChildren) => renderPage(<Page>{content}</Page>, at);

function dataOf(data: string): IslandData {
  const json = data.match(/^<script type="application\/json" id="island-data">(.*)<\/script>$/s)![1]!;
  return revive(JSON.parse(json), {
    Signal: ([value]: [unknown]) => signal(value),
    Slot: ([id]: [number]) => `slot ${id}`,
  }) as IslandData;
}

Deno.test("an island is rendered inside its marker, and its props stand in the data", () => {
  const since = new Date("2026-02-03T00:00:00Z");
  const { html, islands, data } = render(
    <main>
      {"<before>"}
      <Counter start={1} since={since} />
    </main>,
  );
  expect(html).toContain('<main>&lt;before&gt;<div data-island="0" class="island"><p class="counter"');
  expect(html).toContain("now 1 click, please</output><time>2026</time>");
  expect(islands).toEqual(["counter"]);
  expect(dataOf(data)).toEqual({
    ...at,
    islands: [["counter", { start: 1, since }]],
    strings: { islands: { counter: fixtureCatalogues.en.islands.counter } },
  });
});

Deno.test("renders one after another begin from nothing", () => {
  const once = () =>
    render(
      <main>
        <Counter start={1} />
        <Counter start={2} />
      </main>,
    );
  const first = once();
  expect(first.html).toContain('data-island="1"');
  expect(first.islands).toEqual(["counter"]);
  expect(once()).toEqual(first);
});

Deno.test("a render that fails leaves nothing to the next one", () => {
  const Broken = () => {
    throw new Error("broken view");
  };
  expect(() =>
    render(
      <main>
        <Counter start={1} />
        <Broken />
      </main>,
    )
  ).toThrow("broken view");
  expect(render(<p>calm</p>).islands).toEqual([]);
});

Deno.test("a page without islands carries nothing at all", () => {
  expect(render(<p>calm</p>)).toEqual({ html: "<p>calm</p>", islands: [], data: "", signals: false });
});

Deno.test("an island that another one renders belongs to it: no marker of its own, but its words travel", () => {
  const { html, islands, data } = render(<Drawer>inside</Drawer>);
  expect(html.match(/data-island/g)).toHaveLength(1);
  expect(html).toContain("now 40 clicks");
  expect(islands).toEqual(["drawer"]);
  expect(dataOf(data).strings).toEqual({
    islands: { drawer: { open: "Open" }, counter: fixtureCatalogues.en.islands.counter },
    common: { actions: { close: fixtureCatalogues.en.common.actions.close } },
  });
});

Deno.test("children travel as a slot, and an island in it is a root of its own", () => {
  const { html, islands, data } = render(
    <Drawer isOpen>
      <b>kept</b>
      <Counter start={7} />
    </Drawer>,
  );
  expect(html).toContain('<div data-slot="0" class="island"><b>kept</b><div data-island="1" class="island">');
  expect(html).not.toContain("<template");
  expect(islands).toEqual(["drawer", "counter"]);
  expect(dataOf(data).islands).toEqual([["drawer", { isOpen: true, children: "slot 0" }], ["counter", { start: 7 }]]);
});

Deno.test("an island deep inside a slot is marked wherever the page's components render it", () => {
  const Card = () => (
    <article>
      <Counter start={3} />
    </article>
  );
  expect(
    render(
      <Drawer isOpen>
        <Card />
      </Drawer>,
    ).html,
  ).toContain('<article><div data-island="1"');
});

Deno.test("children that the island does not show at first wait in a template", () => {
  const { html } = render(
    <Drawer>
      <b>later</b>
    </Drawer>,
  );
  expect(html).toMatch(/<\/section><\/div><template data-slot="0"><b>later<\/b><\/template>$/);
});

Deno.test("children that are only text stay text", () => {
  expect(dataOf(render(<Drawer isOpen>word</Drawer>).data).islands).toEqual([["drawer", {
    isOpen: true,
    children: "word",
  }]]);
});

Deno.test("two islands given the same signal share it in the browser too", () => {
  const likes = signal(0);
  const page = render(
    <main>
      <Likes likes={likes} />
      <Likes likes={likes} />
      <Likes likes={signal(0)} />
    </main>,
  );
  expect(page.signals).toBe(true);
  const [first, second, third] = dataOf(page.data).islands.map(([, props]) => props.likes);
  expect(first).toBe(second);
  expect(first).not.toBe(third);
  expect(first).toEqual(expect.objectContaining({ value: 0 }));
});

Deno.test("nothing in the data can end its script element", () => {
  const { data } = render(<Drawer isOpen>{"</script><script>alert(1)</script>"}</Drawer>);
  expect(data.match(/<\/script>/g)).toHaveLength(1);
  expect(data).not.toContain("<script>");
  expect(data).not.toContain("<b>");
  expect(dataOf(data).islands[0]![1].children).toBe("</script><script>alert(1)</script>");
});

Deno.test("a prop that cannot travel is refused, with the name of island and prop", () => {
  expect(() => render(<Drawer onToggle={() => {}}>x</Drawer>)).toThrow(/island "drawer".*"onToggle".*function/);
  const refused = [
    /regexp/,
    new URL("https://example.test/"),
    Promise.resolve(),
    new Uint8Array(1),
    new (class Mail {})(),
  ];
  for (const prop of refused) {
    const unfit = { start: 1, unfit: [prop] };
    expect(() => render(<Counter {...unfit} />)).toThrow(/island "counter"/);
  }
});

Deno.test("ids of islands are their own, whatever stands around them", () => {
  const ids = (html: string) => [...html.matchAll(/ id="(P[^"]+)"/g)].map((match) => match[1]);
  const { html } = render(
    <main>
      <Counter start={1} />
      <Drawer isOpen>
        <Counter start={2} />
      </Drawer>
    </main>,
  );
  expect(ids(html)).toEqual(["P1-0", "P3-0", "P2-0"]);
});

Deno.test("rendered outside of a page, an island is a plain component", () => {
  expect(renderToString(
    <Page>
      <Counter start={5} />
    </Page>,
  )).toMatch(/^<p class="counter"/);
});

Deno.test("a false aria attribute is written, not dropped", () => {
  expect(render(<Drawer>x</Drawer>).html).toContain('aria-expanded="false"');
  expect(render(<Drawer isOpen>x</Drawer>).html).toContain('aria-expanded="true"');
});

Deno.test("an island that asks for words which do not exist is refused at start", async () => {
  const catalogues = { ...fixtureCatalogues, en: { islands: {} } } as unknown as typeof fixtureCatalogues;
  await expect(loadIslands(folder, { catalogues })).rejects.toThrow('island "drawer" asks for unknown');
});
