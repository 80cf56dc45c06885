/** Below a message that mentions another way to write, or money, its receiver finds a hint; its author does not. */
import { expect } from "expect";
import { renderToString } from "preact-render-to-string";
import { type PageContext, PageProvider } from "../../../components/page_context.ts";
import { type Locale, locales } from "../../../i18n/locales.ts";
import { translatorFor } from "../../../i18n/translate.ts";
import { Control } from "../control.ts";
import type { Heard } from "../state.ts";
import { hears, james, jamesId, olena, olenaId } from "../testing/state.ts";
import { Messages } from "./messages.tsx";

/** What James's screen shows of a message that one of the two wrote. */
function shown(body: string, from: number, locale: Locale = "en", language = "en", erased?: true): string {
  const control = new Control(james.me, { now: () => 0, url: "", sound: () => {} }, () => {});
  const message = {
    _id: "1-2-1",
    seq: 1,
    clientId: "a",
    from,
    to: from === jamesId ? olenaId : jamesId,
    body,
    language,
    createdAt: "2026-03-01T12:00:00.000Z",
    viewed: true,
    fromName: from === jamesId ? "James" : "Olena",
    erased,
  };
  control.do(hears("AllConnectedUsers", { users: [olena] }));
  control.do({ type: "heard", frame: { event: "NewMessage", data: { message } } as Heard, atMs: 0 });
  const href = (path: string) => `/xx${path}`;
  const page: PageContext = { locale, t: translatorFor(locale), path: "/man/chat", href, viewer: null };
  return renderToString(
    <PageProvider value={page}>
      <Messages control={control} person={control.state.people.get(olenaId)!} />
    </PageProvider>,
  );
}

for (const locale of locales) {
  Deno.test(`${locale}: a hint stands below what came, with the way to the guide, and the words are untouched`, () => {
    const t = translatorFor(locale);
    const body = "My number is +380 67 555 12 34, and send me money.";
    const html = shown(body, olenaId, locale);
    expect(html).toContain(`<span class="text" lang="en">${body}</span>`);
    expect(html).toContain(t("chat:hint.both"));
    expect(html).toContain('href="/xx/anti-scam-guide"');
    expect(shown(body, jamesId, locale)).toContain(body);
    expect(shown(body, jamesId, locale)).not.toContain(t("chat:hint.both"));
    expect(shown("I was born in 1994.", olenaId, locale)).not.toContain("msg__hint");
  });
}

Deno.test("a message is marked with the language that it is in, so that it is read aloud in that one", () => {
  expect(shown("Як ти?", olenaId, "en", "uk")).toContain('<span class="text" lang="uk">Як ти?</span>');
});

Deno.test("where words stood that were erased with their author's account, the page says so", () => {
  for (const locale of locales) {
    const html = shown("", olenaId, locale, "en", true);
    expect(html).toContain(`<em>${translatorFor(locale)("chat:erased")}</em>`);
    expect(html).not.toContain("msg__ask");
  }
});
