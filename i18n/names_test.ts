/** How names are asked for and written. */
import { expect } from "expect";
import { fullNameOf, inOrderOfNames, langOfName } from "./names.ts";

Deno.test("Chinese asks Wei for his surname first, other languages for his first name", () => {
  for (const locale of ["zh-Hant", "zh-Hans"] as const) {
    expect(inOrderOfNames(locale, "given", "surname")).toEqual(["surname", "given"]);
  }
  for (const locale of ["en", "uk", "ru", "ro"] as const) {
    expect(inOrderOfNames(locale, "given", "surname")).toEqual(["given", "surname"]);
  }
});

Deno.test("a name in characters begins with its surname and has no blank; any other stays as it is", () => {
  expect(fullNameOf({ firstname: "偉", lastname: "王" })).toBe("王偉");
  expect(fullNameOf({ firstname: "Wei", lastname: "Chen" })).toBe("Wei Chen");
  expect(fullNameOf({ firstname: "Wei", lastname: "陳" })).toBe("Wei 陳");
  expect(fullNameOf({ firstname: "偉", lastname: "" })).toBe("偉");
  expect(fullNameOf({ firstname: "", lastname: "" })).toBe("");
});

Deno.test("a name in characters says that it is Chinese on pages in other languages, and other names say nothing", () => {
  expect(["王偉", "Wei 陳", "Wei", "Оксана"].map((name) => langOfName("en", name))).toEqual([
    "zh",
    "zh",
    undefined,
    undefined,
  ]);
  expect((["uk", "zh-Hant", "zh-Hans"] as const).map((locale) => langOfName(locale, "王偉"))).toEqual([
    "zh",
    undefined,
    undefined,
  ]);
});
