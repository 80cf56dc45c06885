import { expect } from "expect";
import { render } from "preact-render-to-string";
import PageChrome from "../../islands/page_chrome/island.tsx";
import type { PageContext } from "../../components/page_context.ts";
import { translatorFor } from "../../i18n/translate.ts";
import "../testing/site.ts";
import { KeptViews, markOf } from "./kept_views.tsx";

const page: PageContext = { locale: "en", t: translatorFor("en"), path: "/", href: (to) => to, viewer: null };

Deno.test("a view is rendered once, and anew for another record", () => {
  const kept = new KeptViews();
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

Deno.test("an island is refused: it would never wake", () => {
  const kept = new KeptViews();
  const chrome = <PageChrome flashes={[]} hasScrollToTop={false} isSignedIn={false} />;
  expect(() => kept.show({ key: "chrome", own: {}, view: () => chrome, page })).toThrow("page_chrome");
});
