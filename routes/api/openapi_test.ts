/** The description of the calls names every one of them, and says what is true. */
import { expect } from "expect";
import { testApp } from "../testing.ts";
import { calls } from "./index.ts";
import { objectsIn, read, refused } from "./testing.ts";

interface Operation {
  summary: string;
  security?: unknown[];
  parameters?: { name: string; in: string; required: boolean }[];
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, { content?: Record<string, { schema: { required?: string[] } }> }>;
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
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
    // The stream of events is mounted by itself.
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
        expect(Object.keys(operation.requestBody.content).sort()).toEqual([
          "application/json",
          "application/x-www-form-urlencoded",
          "multipart/form-data",
        ]);
      }
      expect(Object.keys(operation.responses).sort()).toEqual([operation.responses["200"] ? "200" : "204", "default"]);
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
    expect(document.components.schemas).toHaveProperty(object.$ref.replace("#/components/schemas/", ""));
  }
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
