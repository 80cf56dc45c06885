import { expect } from "expect";
import { render } from "preact-render-to-string";
import PageChrome from "../../islands/page_chrome/island.tsx";
import type { PageContext } from "../../components/page_context.ts";
import { translatorFor } from "../../i18n/translate.ts";
import { Memory, type Subject } from "../../kv/store/memory.ts";
import "../testing/site.ts";
import { KeptViews, markOf } from "./kept_views.tsx";

const page: PageContext = { locale: "en", t: translatorFor("en"), path: "/", href: (to) => to, viewer: null };

Deno.test("a view is rendered once, and anew for another record", () => {
  const kept = new KeptViews(new Memory(true));
  let rendered = 0;
  const show = (of: object, name: string) =>
    render(kept.show({
      key: "greeting",
      of: [of],
      own: { name },
      view: () => <p title={markOf("name")}>{++rendered}, {markOf("name")}</p>,
      page,
    }));
  const [one, other] = [{}, {}];
  expect(show(one, "James")).toBe('<p title="James">1, James</p>');
  expect(show(one, 'Wei & "<Lin>')).toBe('<p title="Wei &amp; &quot;&lt;Lin>">1, Wei &amp; &quot;&lt;Lin></p>');
  expect(show(other, "Wei")).toBe('<p title="Wei">2, Wei</p>');
  expect(kept.size).toBe(1);
});

Deno.test("what is about somebody's records goes with the next write to one of them, whichever it is", () => {
  const memory = new Memory(true);
  const kept = new KeptViews(memory);
  const show = (key: string, about?: Subject[]) => kept.show({ key, about, own: {}, view: () => <p>{key}</p>, page });
  show("menu");
  show("first letter", [["letter", 1], ["user", 10001]]);
  show("second letter", [["letter", 2], ["user", 10001]]);
  show("of another", [["letter", 3], ["user", 10002]]);
  memory.forget(["letter", 4]);
  memory.forget(["user_by_email", "james@demo.test"]);
  expect(kept.size).toBe(4);
  expect(kept.countAbout(["user", 10001])).toBe(2);
  memory.forget(["letter", 1]);
  expect([kept.size, kept.countAbout(["user", 10001])]).toEqual([3, 1]);
  memory.forget(["user", 10001]);
  expect([kept.size, kept.countAbout(["letter", 2])]).toEqual([2, 0]);
  // A view that is rendered again depends on its records again.
  show("second letter", [["letter", 2], ["user", 10001]]);
  memory.forget(["letter", 2]);
  expect(kept.size).toBe(2);
});

Deno.test("nothing is kept for longer than an hour, whether anybody looks or not", () => {
  let elapsedMs = 0;
  const kept = new KeptViews(new Memory(true), () => elapsedMs);
  const show = (key: string) => kept.show({ key, own: {}, view: () => <p>{key}</p>, page });
  show("a letter");
  elapsedMs += 30 * 60_000;
  show("another");
  show("a letter");
  elapsedMs += 30 * 60_000;
  kept.forgetOld();
  expect(kept.size).toBe(1);
  elapsedMs += 30 * 60_000;
  show("a third");
  expect(kept.size).toBe(1);
});

Deno.test("an island is refused: it would never wake", () => {
  const kept = new KeptViews(new Memory(true));
  const chrome = <PageChrome flashes={[]} hasScrollToTop={false} />;
  expect(() => kept.show({ key: "chrome", own: {}, view: () => chrome, page })).toThrow("page_chrome");
});
