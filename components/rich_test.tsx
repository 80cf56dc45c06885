/** Emphasis inside a sentence. */
import { expect } from "expect";
import { renderToString } from "preact-render-to-string";
import { Rich } from "./rich.tsx";

Deno.test("known tags become elements and the words around them stay", () => {
  expect(renderToString(<Rich text="To <strong>Daria</strong>, <b>1 of 3</b>." />))
    .toBe("To <strong>Daria</strong>, <b>1 of 3</b>.");
});

Deno.test("a tag of the caller's becomes what the caller makes of it", () => {
  const tags = { terms: (words: unknown) => <a href="/terms">{words as string}</a> };
  expect(renderToString(<Rich text="I accept the <terms>terms</terms>." tags={tags} />))
    .toBe('I accept the <a href="/terms">terms</a>.');
});

Deno.test("anything else is text, escaped", () => {
  const text = "<script>alert(1)</script> <constructor>x</constructor> <b>&lt;</b> a < b";
  const html = renderToString(<Rich text={text} />);
  expect(html).not.toContain("<script>");
  expect(html).not.toContain("<constructor>");
  expect(html).toMatch(/^&lt;script(>|&gt;)alert\(1\)&lt;\/script/);
  expect(html).toContain("<b>&amp;lt;</b>");
});
