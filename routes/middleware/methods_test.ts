/** A method that an address does not take is refused with those that it takes, by calls and pages, and never with 500. */
import { expect } from "expect";
import { fillPath, roleWorld } from "../../tests/roles/world.ts";
import { read, refused } from "../api/testing/calls.ts";
import { testApp, type TestSite } from "../testing/site.ts";
import { serveSite } from "../testing/wire.ts";
import { methodsOf } from "./methods.ts";

async function refusedMethod(site: TestSite, method: string, path: string): Promise<string | null> {
  const answer = await site.visitor().request(path, { method, headers: { "accept-language": "en" } });
  const type = answer.headers.get("content-type") ?? "";
  if (/\/(?:api|hooks)\//.test(path)) await refused(answer, 405, "method_not_allowed");
  else expect([path, answer.status, type.startsWith("text/html")]).toEqual([path, 405, true]);
  if (!answer.bodyUsed) await answer.body?.cancel();
  return answer.headers.get("allow");
}

Deno.test("a known call by another method answers 405 and says what it takes", async () => {
  await using site = await testApp();
  const allowed: [method: string, path: string, allow: string][] = [
    ["PUT", "/api/girls", "GET, HEAD"],
    ["POST", "/api/girls/", "GET, HEAD"],
    ["DELETE", "/api/girls/17", "GET, HEAD"],
    ["GET", "/api/authorization", "POST"],
    ["GET", "/en/api/authorization", "POST"],
    ["OPTIONS", "/api/users", "GET, HEAD, POST, PATCH"],
    ["PUT", "/api/mail/3", "GET, HEAD, PATCH, DELETE"],
    ["POST", "/en/api/girls?access_token=x", "GET, HEAD"],
    ["DELETE", "/api/mail/counter", "GET, HEAD"],
    ["GET", "/api/mail/attachments", "POST"],
    ["POST", "/api/users/me/favorite/", "GET, HEAD"],
    ["GET", "/hooks/sandbox", "POST"],
  ];
  for (const [method, path, allow] of allowed) {
    expect([method, path, await refusedMethod(site, method, path)]).toEqual([method, path, allow]);
  }
});

Deno.test("a page by another method answers 405 as a page, and what is nowhere stays not found", async () => {
  await using site = await testApp();
  expect(await refusedMethod(site, "PUT", "/en/faq")).toBe("GET, HEAD");
  expect(await refusedMethod(site, "DELETE", "/en/auth/sign-in")).toBe("GET, HEAD, POST");
  expect(await refusedMethod(site, "POST", "/healthz")).toBe("GET, HEAD");
  for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
    await refused(site.visitor().call(method, "/api/nothing", {}), 404, "not_found");
    // For everybody but the operator there is no such page.
    for (const path of ["/en/nothing", "/metrics", "/operator/approvals"]) {
      const answer = await site.visitor().call(method, path);
      await answer.body?.cancel();
      expect([method, path, answer.status, answer.headers.get("allow")]).toEqual([method, path, 404, null]);
    }
  }
  expect((await read<{ countries: unknown[] }>(site.visitor().call("GET", "/api/countries"))).countries.length)
    .toBeGreaterThan(0);
});

Deno.test("nothing that a router would answer is refused, but for a name in the place of an id", async () => {
  await using world = await roleWorld();
  const methodsAt = methodsOf(world.app);
  const doors = world.app.routes.filter(({ method, path }) =>
    method !== "ALL" && !/^\/(?:metrics|operator)/.test(path)
  );
  const refusedDoors = doors.filter(({ method, path }) => !methodsAt(fillPath(path, 7)).includes(method));
  expect(refusedDoors.map(({ path }) => path)).toEqual([]);
  const named = doors.filter(({ path }) => !/[:*]/.test(path)).map(({ path }) => path);
  const shadows = named.flatMap((path) =>
    doors.filter((other) => other.path !== path && matches(other.path, path) && !methodsAt(path).includes(other.method))
  );
  expect(shadows.filter(({ path }) => !/^\/api\/(?:mail|users)\/:id/.test(path))).toEqual([]);
});

/** Whether a route, which may have parameters, matches a path. */
const matches = (route: string, path: string): boolean =>
  new RegExp(`^${route.replace(/:\w+(?:\{((?:[^{}]|\{[^{}]*\})+)\})?/g, (_whole, own) => own ?? "[^/]+")}$`).test(path);

Deno.test("methods that no page has ever known are refused in any spelling, body or none, with the headers of every answer", async () => {
  await using site = await testApp();
  await using served = await serveSite(site);
  const methods = ["TRACE", "TRACK", "CONNECT", "get", "Post", "PROPFIND", "BREW", "__proto__", "constructor", "GETT"];
  for (const method of methods) {
    for (const path of ["/en/faq", "/api/girls", "/nothing", "/chat/socket", "/", "/static/images/favicon.svg"]) {
      const target = method === "CONNECT" ? "vesna.test:80" : path;
      for (const body of ["", "x=1"]) {
        const sent = {
          "Host": "vesna.test",
          ...(body && { "Content-Length": String(body.length), "Content-Type": "application/x-www-form-urlencoded" }),
        };
        const { status, headers } = await served.send(`${method} ${target} HTTP/1.1`, sent, body);
        const told = [method, path, status, headers.has("content-security-policy"), headers.has("allow")];
        expect(told).toEqual([method, path, 405, true, true]);
      }
    }
  }
});

Deno.test("what fails outside the app still answers with an id and nothing about the inside", async () => {
  await using site = await testApp();
  await using served = await serveSite(site);
  Object.defineProperty(site.store, "randomToken", {
    value: () => {
      throw new Error("no randomness at /srv/vesna");
    },
  });
  const { status, headers, body } = await served.send("GET /healthz HTTP/1.1", { Host: "vesna.test" });
  expect([status, headers.get("x-content-type-options"), headers.get("cache-control")])
    .toEqual([500, "nosniff", "no-store"]);
  expect(body).toMatch(/^Error 500 \([\da-f-]{12}\)$/);
});
