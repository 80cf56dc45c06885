/** The addresses on the list of secrets are routes that exist, and what they carry is kept out of the log. */
import { expect } from "expect";
import { redact } from "../services/logging.ts";
import { secretAddresses, secretQueries } from "../services/secret_addresses.ts";
import { roleWorld } from "./roles/world.ts";

/** Parameters that anybody may know: numbers of people and things, words, parts of files. */
const harmless = new Set([
  "id",
  "userId",
  "ladyId",
  "photoId",
  "letterId",
  "recipientId",
  "draftId",
  "post_id",
  "owner",
  "seq",
  "year",
  "month",
  "countries",
  "locale",
  "part",
  "size",
  "file",
  "verdict",
  "item",
  "text",
]);

/** A route as the list writes it: without patterns, all parameters alike. */
const plain = (path: string): string => path.replace(/\{(?:[^{}]|\{[^{}]*\})+\}/g, "");
const alike = (path: string): string => plain(path).replaceAll("/*", "/:");
const parametersOf = (path: string): string[] => [...plain(path).matchAll(/:(\w+)/g)].map(([, name]) => name!);

Deno.test("every parameter of every route is known as harmless, or its route stands on the list of secrets", async () => {
  await using world = await roleWorld();
  const routes = [...new Set(world.app.routes.map(({ path }) => path))].filter((path) => path.includes("/:"));
  const listed = new Set(secretAddresses.map(alike));
  const unjudged = routes.filter((path) =>
    !listed.has(alike(path)) && parametersOf(path).some((name) => !harmless.has(name))
  );
  expect(unjudged).toEqual([]);
  const mounted = new Set(routes.map(alike));
  // A line without its route would only look like protection.
  expect([...listed].filter((path) => !mounted.has(path))).toEqual([]);
});

const secret = "9sZ-secret_Qf";
const filled = (address: string) => address.replace(/\*\w+/g, secret).replace(/:\w+/g, "7");

Deno.test("no line of the log holds what an address carries, plain, in a language, or inside another address", () => {
  for (const address of secretAddresses) {
    const path = filled(address);
    const lines = [
      JSON.stringify({ path, method: "TRACE" }),
      JSON.stringify({ error: `Error: no page at "http://vesna.test/zh-hans${path}?x=1"` }),
      `GET ${path} 404 3 ms`,
      `GET /auth/sign-in?next=${encodeURIComponent(`/en${path}?a=b`)}&x=1`,
      path.toUpperCase().replaceAll(secret.toUpperCase(), secret),
    ];
    for (const line of lines) {
      const cleared = redact(line);
      expect([line, cleared.includes(secret)]).toEqual([line, false]);
      expect([line, cleared.includes("…")]).toEqual([line, true]);
    }
  }
  expect(redact(`{"path":"/email-change/17/${secret}"}`)).toBe('{"path":"/email-change/17/…"}');
});

Deno.test("no line of the log holds a token of a query, a cookie, a header or a stored file", () => {
  for (const name of secretQueries) {
    for (
      const line of [
        `/x?${name}=${secret}`,
        `/x?a=b&${name}=${secret}&c=d`,
        `"next":"${encodeURIComponent(`/x?${name}=${secret}&c`)}"`,
      ]
    ) {
      expect([line, redact(line).includes(secret)]).toEqual([line, false]);
    }
  }
  const others = [
    `cookie: uid=7; slsid=${secret}; theme=dark`,
    `Authorization: Bearer ${secret}`,
    `NotFound: uploads/photos/${secret.repeat(3)}/large.webp`,
    `No such file: live/${secret.repeat(3)}`,
  ];
  for (const line of others) expect([line, redact(line).includes(secret)]).toEqual([line, false]);
  const harmlessLine = '{"path":"/girls/17","query":"?page=2&ageFrom=30","live":"/live/x","chat":8}';
  expect(redact(harmlessLine)).toBe(harmlessLine);
});
