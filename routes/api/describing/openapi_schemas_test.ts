/** Patterns in a form that other tools read: they match the same strings, and patterns without such a form are refused. */
import { expect } from "expect";
import { line } from "../../http/fields.ts";
import { jsonSchemaOf, portable } from "./openapi_schemas.ts";

Deno.test("classes of the server's engine become ranges, inside a class and outside", () => {
  expect(portable("^\\d{4}-[\\d.]\\.\\w+[^\\p{Cc}x]$")).toBe(
    "^[0-9]{4}-[0-9.]\\.[A-Za-z0-9_]+[^\\u0000-\\u001f\\u007f-\\u009fx]$",
  );
  expect(() => portable("^\\p{L}+$")).toThrow("no other tool reads");
  expect(() => portable("^\\P{L}+$")).toThrow("no other tool reads");
});

Deno.test("the described pattern of a line matches what the server takes, sign by sign", () => {
  const { pattern } = jsonSchemaOf(line(10), "input") as { pattern: string };
  const described = new RegExp(pattern, "u");
  for (let code = 0; code <= 0xffff; code++) {
    // Lone surrogates cannot be written in JSON that others read.
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const text = `a${String.fromCharCode(code)}b`;
    const isTaken = line(10).safeParse(text).success;
    if (described.test(text) !== isTaken) throw new Error(`${code.toString(16)}: ${isTaken}`);
  }
});
