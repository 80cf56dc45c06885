/** The description of the calls names every one of them, and says what is true. */
import { expect } from "expect";
import { refuse } from "../../../kv/store/refusals.ts";
import { testApp, type TestSite } from "../../testing/site.ts";
import { calls } from "../index.ts";
import { objectsIn, read, refused } from "../testing/calls.ts";

interface Operation {
  summary: string;
  description?: string;
  security?: unknown[];
  parameters?: { name: string; in: string; required: boolean; schema: Schema; style?: string; explode?: boolean }[];
  requestBody?: { required: boolean; content: Record<string, { schema: { $ref: string } }> };
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: { required?: string[] } }> }>;
}
interface Schema {
  type?: string;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  format?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, { description: string }> };
}

const documentOf = async (site: TestSite) => await read<Document>(site.visitor().call("GET", "/api/openapi.json"));

function bodyOf({ components }: Document, { requestBody }: Operation): Schema {
  const [{ schema } = { schema: { $ref: "" } }] = Object.values(requestBody?.content ?? {});
  return components.schemas[schema.$ref.replace("#/components/schemas/", "")]!;
}

/** The calls of the specification's section 7 that exist by now, by method and path. */
const wanted = [
  "get /users",
  "post /users",
  "post /authorization",
  "post /auth/logout",
  "post /auth/confirmation",
  "post /auth/confirmations/{id}/resend",
  "post /users/activation",
  "post /users/passwordRecovery",
  "post /users/passwordRecoveryConfirm",
  "post /users/changePassword",
  "get /girls",
  "get /girls/{id}",
  "get /countries",
  "get /users/unique",
  "get /mail",
  "post /mail",
  "get /mail/{id}",
  "patch /mail/{id}",
  "get /mail/counter",
  "get /dialogues",
  "get /users/me/balance/history",
];

Deno.test("the document describes every call that is mounted and every call of this stage", async () => {
  await using site = await testApp();
  for (const slash of ["", "/"]) {
    const document = await read<Document>(site.visitor().call("GET", `/api/openapi.json${slash}`));
    expect(document.openapi).toBe("3.1.0");
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method} ${path}`)
    );
    const mounted = calls.map(({ method, path }) => `${method} /api${path.replace(/:(\w+)/g, "{$1}")}`);
    // The stream of events is mounted separately.
    expect(described.sort()).toEqual([...mounted, "get /api/events"].sort());
    expect(described).toEqual(expect.arrayContaining(wanted.map((each) => each.replace(" ", " /api"))));
  }
});

Deno.test("each description has its parameters, bodies, answers and guard, and every reference leads somewhere", async () => {
  await using site = await testApp();
  const document = await read<Document>(site.visitor().call("GET", "/api/openapi.json"));
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      expect(operation.summary.length).toBeGreaterThan(5);
      const inPath = (operation.parameters ?? []).filter((each) => each.in === "path").map(({ name }) => name);
      expect([path, inPath]).toEqual([path, [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)]);
      expect(method === "get" && operation.requestBody !== undefined).toBe(false);
      if (operation.requestBody) {
        const { required = [], properties = {} } = bodyOf(document, operation);
        const bringsFile = required.some((name) => properties[name]?.format === "binary");
        expect([path, Object.keys(operation.requestBody.content).sort()]).toEqual([
          path,
          bringsFile
            ? ["multipart/form-data"]
            : ["application/json", "application/x-www-form-urlencoded", "multipart/form-data"],
        ]);
        expect([path, operation.requestBody.required]).toEqual([path, required.length > 0]);
      }
    }
  }
  const search = document.paths["/api/girls"]!.get!.parameters!.map(({ name }) => name);
  expect(search).toEqual(
    expect.arrayContaining(["countryId", "firstname", "birthdateFrom", "hairColor", "page", "sort"]),
  );
  expect(document.paths["/api/girls"]!.get!.security).toBe(undefined);
  expect(document.paths["/api/mail"]!.get!.security).toHaveLength(3);
  for (const [, object] of objectsIn(document)) {
    if (typeof object.$ref !== "string") continue;
    const [, , kind, name] = object.$ref.split("/") as [string, string, keyof Document["components"], string];
    expect([object.$ref, document.components[kind][name] !== undefined]).toEqual([object.$ref, true]);
  }
});

Deno.test("each call says with which statuses it refuses, and why; none is left to a default", async () => {
  await using site = await testApp();
  const document = await documentOf(site);
  const statuses = (method: string, path: string) => Object.keys(document.paths[path]![method]!.responses).join(" ");
  const reasons = (method: string, path: string, status: number) => {
    const { $ref = "" } = document.paths[path]![method]!.responses[status]!;
    return document.components.responses[$ref.replace("#/components/responses/", "")]!.description;
  };
  expect(statuses("get", "/api/countries")).toBe("200 400 422 500 503");
  expect(statuses("get", "/api/users")).toBe("200 400 401 422 500 503");
  expect(statuses("get", "/api/mail/{id}")).toBe("200 400 401 403 404 422 500 503");
  expect(statuses("post", "/api/mail")).toBe("200 400 401 402 403 404 413 415 422 429 500 503");
  expect(statuses("post", "/api/vote/girl")).toBe("200 400 401 403 404 409 413 415 422 429 500 503");
  expect(reasons("post", "/api/vote/girl", 409)).toBe("`already_voted`");
  expect(reasons("patch", "/api/mail/{id}", 402))
    .toBe("`insufficient_credits`, `letter_locked`, `credits_owed`, `spending_limit_reached`");
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, { responses, requestBody, security }] of Object.entries(operations)) {
      const found = Object.keys(responses);
      expect([path, method, found.includes("default")]).toEqual([path, method, false]);
      expect([path, found.includes("401") || !security]).toEqual([path, true]);
      if (requestBody) expect([path, found]).toEqual([path, expect.arrayContaining(["413", "415", "422"])]);
    }
  }
});

Deno.test("a refusal that a call's description does not name is told to the test that meets it", async () => {
  await using site = await testApp();
  const told: string[] = [];
  site.deps.onUndescribed = (call, reason) => void told.push(`${call}: ${reason}`);
  const call = calls.find(({ method, path }) => method === "get" && path === "/rates")!;
  const { handle } = call;
  try {
    call.handle = () => Promise.resolve(refuse("conflict"));
    await refused(site.visitor().call("GET", "/api/rates"), 409, "conflict");
  } finally {
    call.handle = handle;
  }
  expect(told).toEqual(["get /rates: conflict"]);
});

Deno.test("numbers have their bounds, lists their values, and every pattern can be read by other tools", async () => {
  await using site = await testApp();
  const document = await documentOf(site);
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const { parameters = [] } of Object.values(operations)) {
      for (const { name, schema, style, explode } of parameters) {
        if (name === "page") expect([path, schema.minimum, schema.maximum]).toEqual([path, 1, 1_000_000]);
        if (name === "limit" && path !== "/api/users/unique") {
          expect([path, schema.minimum, schema.maximum]).toEqual([path, 1, 100]);
        }
        if (name === "id" && schema.type === "integer") expect([path, schema.minimum]).toEqual([path, 1]);
        if (schema.type === "array") expect([path, name, style, explode]).toEqual([path, name, "form", false]);
      }
    }
  }
  const search = new Map(document.paths["/api/girls"]!.get!.parameters!.map(({ name, schema }) => [name, schema]));
  expect([search.get("weightTo")!.type, search.get("weightTo")!.minimum, search.get("weightTo")!.maximum])
    .toEqual(["integer", 30, 250]);
  expect(search.get("hairColor")!.items).toMatchObject({ enum: expect.arrayContaining(["brown"]) });
  const patterns = [...objectsIn(document)].flatMap(([, { pattern }]) => typeof pattern === "string" ? [pattern] : []);
  expect(patterns.length).toBeGreaterThan(20);
  for (const pattern of patterns) {
    expect([pattern, /\\[pPdwkKhQ]|\(\?[<#iP]/.test(pattern)]).toEqual([pattern, false]);
    expect(() => new RegExp(pattern, "u")).not.toThrow();
  }
});

Deno.test("an empty number is refused, but in a search, whose form sends its empty fields", async () => {
  await using site = await testApp();
  const guest = site.visitor();
  await site.addLady();
  for (const path of ["/api/stories?page=", "/api/stories?year=", "/api/users/unique?attribute=firstname&limit="]) {
    await refused(guest.call("GET", path), 422, "invalid");
  }
  const all = await read<{ totalCount: number }>(guest.call("GET", "/api/girls"));
  expect(await read(guest.call("GET", "/api/girls?weightTo=&heightFrom=&page=&limit="))).toMatchObject(all);
  const { get } = (await documentOf(site)).paths["/api/girls"]!;
  expect(get!.summary).toContain("an empty field asks for nothing");
});

Deno.test("a real answer has exactly the keys that its description requires", async () => {
  await using site = await testApp();
  const document = await read<Document>(site.visitor().call("GET", "/api/openapi.json"));
  const james = await site.visitorAs(await site.addMan({ credits: 20 }));
  await site.addLady();
  for (
    const path of ["/api/users", "/api/girls", "/api/countries", "/api/mail", "/api/mail/counter", "/api/dialogues"]
  ) {
    const answer = await read<Record<string, unknown>>(james.call("GET", path));
    const { schema } = document.paths[path]!.get!.responses["200"]!.content!["application/json"]!;
    expect([path, Object.keys(answer).sort()]).toEqual([path, schema.required!.toSorted()]);
  }
});

Deno.test("whatever is no call is not found, as JSON, by every method", async () => {
  await using site = await testApp();
  const guest = site.visitor();
  for (
    const path of [
      "/api",
      "/api/",
      "/api/nothing",
      "/api//girls",
      "/api/girls//",
      "/api/%67irls",
      "/api/../api/nothing",
    ]
  ) {
    await refused(guest.call("GET", path), 404, "not_found");
  }
  for (const method of ["PUT", "DELETE", "PATCH", "POST"]) {
    await refused(guest.call(method, "/api/nothing"), 404, "not_found");
  }
  const head = await guest.request("/api/girls", { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
});
