/** The facts of a request: forwarded headers count only behind a trusted proxy, and then only what it wrote itself. */
import { expect } from "expect";
import { type Config, readConfig } from "../../services/config.ts";
import { factsOf } from "./request_facts.ts";

const config = (changes: Partial<Config> = {}): Config => ({
  ...readConfig("demo", () => undefined).config,
  ...changes,
});
const connection = { remoteAddr: { hostname: "192.0.2.1" } };

function facts(config: Config, headers: Record<string, string>, url = "http://localhost:8000/en/search/") {
  const { origin, address, locale, path, prefix } = factsOf(config, new Request(url, { headers }), connection);
  return { origin, address, locale, path, prefix };
}

const claimed = {
  "x-forwarded-for": "203.0.113.9",
  "x-forwarded-host": "evil.test",
  "x-forwarded-proto": "https",
};

Deno.test("without a proxy the connection and the Host header decide, whatever else is claimed", () => {
  const plain = { origin: "http://localhost:8000", address: "192.0.2.1", locale: "en", path: "/search", prefix: "/en" };
  expect(facts(config(), { host: "localhost:8000" })).toEqual(plain);
  expect(facts(config(), { host: "localhost:8000", ...claimed })).toEqual(plain);
});

Deno.test("behind a proxy the last value counts, which the proxy wrote", () => {
  const trusting = config({ trustProxy: true });
  expect(facts(trusting, { host: "127.0.0.1:8000", ...claimed })).toMatchObject({
    origin: "https://evil.test",
    address: "203.0.113.9",
  });
  expect(
    facts(trusting, {
      "host": "127.0.0.1:8000",
      "x-forwarded-for": "203.0.113.9, 198.51.100.1",
      "x-forwarded-host": "evil.test, vesna.test",
      "x-forwarded-proto": "http,https",
    }),
  ).toMatchObject({ origin: "https://vesna.test", address: "198.51.100.1" });
  expect(facts(trusting, { host: "localhost:8000", "x-forwarded-for": " " })).toMatchObject({ address: "192.0.2.1" });
  expect(facts(trusting, { host: "localhost:8000", "x-forwarded-for": "x".repeat(9000) }).address.length).toBe(64);
});

Deno.test("the port that some proxies write behind an address is no part of it", () => {
  const trusting = config({ trustProxy: true });
  const addressOf = (told: string) => facts(trusting, { "host": "localhost:8000", "x-forwarded-for": told }).address;
  expect(addressOf("203.0.113.9:51234")).toBe("203.0.113.9");
  expect(addressOf("198.51.100.1, 203.0.113.9:1")).toBe("203.0.113.9");
  expect(addressOf("[2001:db8::1]:51234")).toBe("2001:db8::1");
  expect(addressOf("[2001:db8::1]")).toBe("2001:db8::1");
  for (const whole of ["2001:db8::1:5123", "::ffff:203.0.113.9", "unknown"]) expect(addressOf(whole)).toBe(whole);
});

Deno.test("the brand follows the language, a call's language the browser", () => {
  const brandOf = (url: string, accept: string) =>
    factsOf(config(), new Request(url, { headers: { "accept-language": accept } })).brand.brand;
  expect(brandOf("http://localhost:8000/search", "en")).toBe("春信");
  expect(brandOf("http://localhost:8000/en/search", "zh-TW")).toBe("Vesna");
  expect(brandOf("http://localhost:8000/api/users", "en")).toBe("Vesna");
  expect(brandOf("http://localhost:8000/apiary", "en")).toBe("春信");
});
