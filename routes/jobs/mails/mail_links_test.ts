/** Links lead to the recipient's variant, and never hold what could be taken for a code. */
import { expect } from "expect";
import * as fc from "fast-check";
import { type Config, readConfig } from "../../../services/config.ts";
import { linksFor, withoutSixDigits } from "./mail_links.ts";

const configOf = (mode: "demo" | "start", env: Record<string, string> = {}): Config =>
  readConfig(mode, (name) => env[name]).config;

const both = { ENGLISH_URL: "https://vesna.example", CHINESE_URL: "https://chunxin.example" };

Deno.test("a segment decodes to itself and never shows six digits in a row", () => {
  const digits = fc.stringMatching(/^[\d@._a-z-]{1,40}$/);
  fc.assert(fc.property(fc.oneof(digits, fc.string({ unit: "grapheme" })), (segment) => {
    const encoded = withoutSixDigits(segment);
    expect(decodeURIComponent(encoded)).toBe(segment);
    expect(encoded).not.toMatch(/\d{6}|[\s/?#]/);
  }));
  expect(withoutSixDigits("james@12345.example")).toBe("james%40123%345.example");
  expect(withoutSixDigits("abc_-12345")).toBe("abc_-12345");
});

Deno.test("with canonical addresses every reader is led to the variant of his language", () => {
  for (const mode of ["demo", "start"] as const) {
    const config = configOf(mode, both);
    const linkOf = (locale: "en" | "zh-Hant" | "zh-Hans") => linksFor(config, locale, "http://evil.test")("auth", "x");
    expect(linkOf("en")).toBe("https://vesna.example/auth/x");
    expect(linkOf("zh-Hant")).toBe("https://chunxin.example/auth/x");
    expect(linkOf("zh-Hans")).toBe("https://chunxin.example/zh-hans/auth/x");
  }
});

Deno.test("in a demo without canonical addresses links lead where the visitor was", () => {
  const config = configOf("demo", { PORT: "8123" });
  const here = "http://192.168.1.20:8123";
  expect(linksFor(config, "en", here)("auth")).toBe(`${here}/en/auth`);
  expect(linksFor(config, "zh-Hant", here)("auth")).toBe(`${here}/auth`);
  expect(linksFor(config, "zh-Hans", here)("auth")).toBe(`${here}/zh-hans/auth`);
  expect(linksFor(config, "en")("auth")).toBe("http://127.0.0.1:8123/en/auth");
});

Deno.test("outside a demo a request's own host never gets into a mail, even where a variant has no address", () => {
  const config = configOf("start", { ENGLISH_URL: "https://vesna.example" });
  expect(linksFor(config, "zh-Hans", "https://evil.test")("password-reset", "a", "b"))
    .toBe("https://vesna.example/password-reset/a/b");
});
