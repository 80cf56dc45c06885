/** Controls are connected with their labels, hints and errors. */
import { expect } from "expect";
import { renderToString } from "preact-render-to-string";
import { Check } from "./choices.tsx";
import { Field, SelectField } from "./fields.tsx";

Deno.test("a field is described by its hint, its error and what else is named", () => {
  const html = renderToString(
    <Field
      id="pw"
      label="Password"
      name="password"
      type="password"
      hint="Long"
      error="Too short"
      describedBy="rules"
    />,
  );
  expect(html).toContain('<label for="pw">');
  expect(html).toContain('aria-describedby="pw-hint pw-error rules"');
  expect(html).toContain('aria-invalid="true"');
  expect(html).toMatch(/id="pw-hint"[\s\S]*id="pw-error"/);
});

Deno.test("a field without hint and error claims neither", () => {
  const html = renderToString(<Field id="name" label="Name" name="name" />);
  expect(html).not.toContain("aria-describedby");
  expect(html).not.toContain("aria-invalid");
  expect(html).toContain('type="text"');
});

Deno.test("a select marks what is chosen in its HTML, and the empty option where nothing is", () => {
  const options = [{ value: "a", label: "A" }, { value: "b", label: "B" }];
  const chosen = renderToString(<SelectField id="s" name="s" label="S" options={options} emptyLabel="Any" value="b" />);
  expect(chosen).toMatch(/<option value="b" selected>B/);
  expect(chosen.match(/selected/g)).toHaveLength(1);
  const empty = renderToString(<SelectField id="s" name="s" label="S" options={options} emptyLabel="Any" />);
  expect(empty).toMatch(/<option value(="")? selected>Any/);
});

Deno.test("a check with an error is described by it", () => {
  const html = renderToString(<Check id="terms" name="terms" error="Please accept">I accept</Check>);
  expect(html).toContain('aria-describedby="terms-error"');
  expect(html).toContain('id="terms-error"');
});
