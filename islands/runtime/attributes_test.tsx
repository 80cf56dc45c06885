import { expect } from "expect";
import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import "./mark.ts";

const text = (value: string) => value;
const flag = (value: boolean) => value;

Deno.test("computed booleans of aria, data and enumerated attributes are written out", () => {
  expect(
    renderToString(<p aria-busy={flag(false)} data-x={flag(true)} draggable={flag(false)} hidden={flag(false)}>x</p>),
  )
    .toMatch(/^<p aria-busy="false" data-x="true" draggable="false" *>x<\/p>$/);
});

Deno.test("a computed default of a field is its first value", () => {
  const html = renderToString(
    <p>
      <input defaultValue={text('a"b')} />
      <input type="checkbox" defaultChecked={flag(true)} />
    </p>,
  );
  expect(html).toContain('value="a&quot;b"');
  expect(html).toMatch(/type="checkbox" checked/);
  expect(html).not.toContain("default");
});

Deno.test("defaults of elements that are not precompiled keep their meaning under the compiler's lower-case names", () => {
  expect(renderToString(h("textarea", { defaultvalue: "a<b" } as object))).toBe("<textarea>a&lt;b</textarea>");
  const options = ["a", "b"].map((value) => h("option", { value }, value));
  expect(renderToString(h("select", { defaultvalue: "b" } as object, options))).toContain(
    '<option selected value="b">',
  );
});
