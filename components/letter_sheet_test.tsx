/** Letters show what was written, and only as text. */
import { expect } from "expect";
import { renderToString } from "preact-render-to-string";
import { LetterSheet, LetterText } from "./letter_sheet.tsx";
import { Postmark } from "./postmark.tsx";

Deno.test("a letter's words are escaped exactly once, its lines and paragraphs kept", () => {
  const body = "a < b & c\nd\n\n<b>e</b>";
  expect(renderToString(<LetterText body={body} />))
    .toMatch(/a &lt; b &amp; c<br ?\/?>d<\/p><p[^>]*>&lt;b(>|&gt;)e&lt;\/b/);
});

const side = { lang: "ru", label: "Original", languageName: "Russian", body: "Здравствуйте" };

Deno.test("a translated letter shows both texts in their languages, and who translated", () => {
  const translation = { lang: "en", label: "Translation", languageName: "English", body: "Hello", author: "By Nadia" };
  const html = renderToString(
    <LetterSheet
      id="l1"
      from="Daria to you"
      date={{ iso: "2026-03-14", text: "14 March" }}
      original={side}
      translation={translation}
    />,
  );
  expect(html).toMatch(/lang="ru"[^]*Здравствуйте[^]*lang="en"[^]*Hello[^]*By Nadia/);
  expect(html).toContain('aria-labelledby="l1-from"');
});

Deno.test("the same letter's postmark is turned the same way each time, another's otherwise", () => {
  const turned = (id: number) =>
    /rotate\((-?\d+) /.exec(renderToString(<Postmark id={id} town="Lviv" day="24 Oct" year="2026" />))![1];
  const angles = [1, 2, 3, 4, 1].map(turned);
  expect(new Set(angles).size).toBe(4);
  expect(angles[0]).toBe(angles[4]);
});

Deno.test("a postmark has no town where none is known, and leaves out one that does not fit round it", () => {
  const stamped = (town: string | null) => renderToString(<Postmark id={7} town={town} day="24 Oct" year="2026" />);
  expect(stamped("Ivano-Frankivsk")).toContain(">Ivano-Frankivsk</textPath>");
  expect(stamped(null)).not.toContain("textPath");
  expect(stamped("Llanfairpwllgwyngyllgogerychwyrndrobwll")).not.toContain("textPath");
  expect(stamped(null)).toContain("24 Oct");
});

Deno.test("a letter without translation is one sheet without an empty foot", () => {
  const html = renderToString(
    <LetterSheet id="l2" from="You" date={{ iso: "2026-03-14", text: "14 March" }} original={side} />,
  );
  expect(html).toContain("letter__single");
  expect(html).not.toContain("<footer");
});
