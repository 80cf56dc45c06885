/**
 * The table of the specification: every route, call, event, sentence and constant is there, and a test shows it. What
 * is left out on purpose stands in the table with the decision.
 */
import { expect } from "expect";
import { clientEvents } from "../chat/shared/client_events.ts";
import { serverEvents } from "../chat/shared/server_events.ts";
import { type Catalogue, catalogues, type Namespace } from "../i18n/catalogues.ts";
import { locales } from "../i18n/locales.ts";
import * as attributes from "../kv/ladies/attributes.ts";
import { openApiDocument } from "../routes/api/describing/openapi.ts";
import { calls as callsHere } from "../routes/api/index.ts";
import { pagesOf } from "../routes/pages/index.ts";
import { testApp } from "../routes/testing/site.ts";
import { calls } from "./conformity/calls.ts";
import { constants, vocabularies } from "./conformity/constants.ts";
import { pushedEvents, receivedEvents, sentEvents, unread } from "./conformity/events.ts";
import { messages } from "./conformity/messages.ts";
import { routes } from "./conformity/routes.ts";
import type { Proof } from "./conformity/row.ts";
import { rules } from "./conformity/rules.ts";
import { hasTitle, titlesOf } from "./conformity/titles.ts";

const root = new URL("../", import.meta.url);

const named = (kind: string, rows: Proof[], name: (row: never) => string) =>
  rows.map((row) => ({ name: `${kind} ${name(row as never)}`, proof: row }));
const table = [
  ...named("route", routes, ({ route }: { route: string }) => route),
  ...named("call", calls, ({ call }: { call: string }) => call),
  ...named("sent", sentEvents, ({ event }: { event: string }) => event),
  ...named("received", receivedEvents, ({ event }: { event: string }) => event),
  ...named("pushed", pushedEvents, ({ event }: { event: string }) => event),
  ...named("message", messages, ({ message }: { message: string }) => message),
  ...named("rule", rules, ({ rule }: { rule: string }) => rule),
  ...named("constant", constants, ({ constant }: { constant: string }) => constant),
];

/** How many of each the specification names: a line that is lost from the table is noticed. */
const counts = { route: 57, call: 41, sent: 27, received: 34, pushed: 1, message: 69, rule: 73, constant: 58 };

Deno.test("the table has every line that it had when it was held against the specification", () => {
  const kinds = table.map(({ name }) => name.split(" ")[0]!);
  const found = Object.fromEntries(
    Object.keys(counts).map((kind) => [kind, kinds.filter((each) => each === kind).length]),
  );
  expect(found).toEqual(counts);
  expect(table.map(({ name }) => name).filter((name, at, all) => all.indexOf(name) !== at)).toEqual([]);
});

Deno.test("every line of the table is shown by tests that exist, or says why it is left out", async () => {
  const titles = new Map<string, string[]>();
  const files = new Set(table.flatMap(({ proof }) => proof.by?.map(({ file }) => file) ?? []));
  for (const file of files) titles.set(file, titlesOf(await Deno.readTextFile(new URL(file, root)).catch(() => "")));
  const unproved = table.filter(({ proof }) => (proof.by?.length ?? 0) === 0 && !proof.droppedFor);
  expect(unproved.map(({ name }) => name)).toEqual([]);
  const untrue = table.flatMap(({ name, proof }) =>
    (proof.by ?? []).filter(({ file, title }) => !hasTitle(titles.get(file)!, title))
      .map(({ file, title }) => `${name}: no test of ${file} is called "${title}"`)
  );
  expect(untrue).toEqual([]);
});

/** "/a/{b}/:c" and "/a/:x/:y" are the same route. */
const plainPath = (path: string) => path.replace(/\{\w+\}|:\w+/g, ":").replace(/(.)\/$/, "$1");

Deno.test("every route of the specification leads to a page, for whom it is meant", async () => {
  await using site = await testApp();
  const pages = new Map(
    pagesOf(site.deps).flatMap(({ paths, access }) => paths.map((path) => [plainPath(path), access])),
  );
  for (const { route, path, access, droppedFor } of routes) {
    if (droppedFor) continue;
    expect([route, pages.get(plainPath(path ?? route))]).toEqual([route, access]);
  }
});

Deno.test("every route has its languages, and who is not signed in is led to sign in and back", async () => {
  await using site = await testApp();
  const guest = site.visitor();
  for (const { route, access, droppedFor } of routes) {
    if (droppedFor || (access !== "men" && access !== "ladies")) continue;
    const path = route.replace(/\{\w+\}|:\w+/g, "7");
    for (const prefix of ["", "/en", "/zh-hans"]) {
      const answer = await guest.get(`${prefix}${path}?page=2`);
      const next = encodeURIComponent(`${prefix}${path}?page=2`);
      expect([prefix + path, answer.status, answer.headers.get("location")])
        .toEqual([prefix + path, 303, `${prefix}/auth/sign-in?next=${next}`]);
    }
  }
});

type Schema = {
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
};
interface Operation {
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

const described = openApiDocument(callsHere) as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

/** The properties of a schema, whatever it is wrapped in and wherever it is written. */
function propertiesOf(schema: Schema | undefined): Record<string, Schema> {
  if (!schema) return {};
  if (schema.$ref) return propertiesOf(described.components.schemas[schema.$ref.split("/").at(-1)!]);
  const inside = [...(schema.anyOf ?? []), ...(schema.allOf ?? []), ...(schema.items ? [schema.items] : [])];
  return Object.assign({}, ...inside.map(propertiesOf), schema.properties);
}
const schemaIn = (content?: Record<string, { schema: Schema }>) => Object.values(content ?? {})[0]?.schema;

/** Those of the names, written like "a.b c", that the schema does not have. */
function missingIn(schema: Schema | undefined, names: string): string[] {
  return names.split(" ").filter((name) => {
    let here: Schema | undefined = schema;
    for (const part of name.split(".")) here = propertiesOf(here)[part];
    return here === undefined;
  });
}

Deno.test("every call of the specification is described, with what it takes and answers", () => {
  const operations = new Map(
    Object.entries(described.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, each]): [string, Operation] => [
        `${method.toUpperCase()} ${plainPath(path)}`,
        each,
      ])
    ),
  );
  for (const { call, takes, answers, droppedFor } of calls) {
    if (droppedFor) continue;
    const operation = operations.get(plainPath(call));
    expect([call, operation !== undefined]).toEqual([call, true]);
    const asked = [
      ...operation!.parameters?.map(({ name }) => name) ?? [],
      ...Object.keys(propertiesOf(schemaIn(operation!.requestBody?.content))),
    ];
    const untaken = takes?.split(" ").filter((name) => !asked.includes(name)) ?? [];
    const unanswered = answers ? missingIn(schemaIn(operation!.responses["200"]?.content), answers) : [];
    expect({ call, untaken, unanswered }).toEqual({ call, untaken: [], unanswered: [] });
  }
});

/** Whether a schema of either direction has the field; "answer.name" is a field inside another. */
function hasField(schema: unknown, name: string): boolean {
  type Part = { shape?: Record<string, unknown>; def?: { innerType?: unknown; element?: unknown } };
  let here = schema as Part | undefined;
  for (const part of name.split(".")) {
    // Unwraps what may be null, has a default or is a list.
    while (here && !here.shape) here = (here.def?.innerType ?? here.def?.element) as Part | undefined;
    here = here?.shape?.[part] as Part | undefined;
  }
  return here !== undefined;
}

Deno.test("every event of the specification is on the wire in its direction, with its fields", () => {
  const sides = [[sentEvents, clientEvents], [receivedEvents, serverEvents]] as const;
  for (const [rows, schemas] of sides) {
    for (const { event, fields, droppedFor } of rows) {
      if (droppedFor) continue;
      const schema = (schemas as Record<string, unknown>)[event];
      expect([event, schema !== undefined]).toEqual([event, true]);
      const known = rows === sentEvents ? unread[event] ?? [] : [];
      const missing = fields?.split(" ").filter((name) => !known.includes(name) && !hasField(schema, name)) ?? [];
      expect([event, missing]).toEqual([event, []]);
      expect([event, known.filter((name) => hasField(schema, name))]).toEqual([event, []]);
    }
  }
});

function wordsAt(key: string, locale: typeof locales[number]): string | undefined {
  const [namespace, path = ""] = key.split(":");
  let here: Catalogue | string | undefined = catalogues[locale][namespace as Namespace];
  for (const part of path.split(".")) here = typeof here === "object" ? here[part] : undefined;
  return typeof here === "string" ? here : undefined;
}

Deno.test("every sentence of the specification stands in the English catalogue word for word, and in the Chinese ones", () => {
  for (const { message, keys = [], isWordingOpen, droppedFor } of messages) {
    if (droppedFor) continue;
    expect([message, keys.length > 0]).toEqual([message, true]);
    for (const key of keys) {
      const english = wordsAt(key, "en")?.replace(/\{\{(\w+)\}\}/g, "{$1}");
      if (!isWordingOpen) expect([key, english]).toEqual([key, expect.stringContaining(message)]);
      for (const locale of locales) expect([key, locale, Boolean(wordsAt(key, locale))]).toEqual([key, locale, true]);
    }
  }
});

Deno.test("every constant of the specification has its value in the site", async () => {
  for (const { constant, value, here, line, droppedFor } of constants) {
    if (droppedFor) continue;
    if (here) expect([constant, here()]).toEqual([constant, value]);
    if (line) {
      const source = await Deno.readTextFile(new URL(line.file, root));
      expect([constant, source.includes(line.text)]).toEqual([constant, true]);
    }
  }
});

Deno.test("a lady chooses among the specified values of each attribute, and among no others", () => {
  for (const [name, values] of Object.entries(vocabularies)) {
    const here = (attributes as Record<string, unknown>)[name] as string[];
    expect([name, here?.toSorted()]).toEqual([name, values.split(" ").toSorted()]);
  }
});

Deno.test("titles are read as they are written, of templates what stands before the first hole", () => {
  const source = [
    'Deno.test("a plain title", () => {});',
    "Deno.test(`letters in ${locale} are read`, () => {});",
    'Deno.test({ name: "one with \\"quotes\\"", fn() {} });',
    'browserTest("of a helper", () => {});',
    'regex.test("no title at all");',
  ].join("\n");
  const titles = titlesOf(source);
  expect(titles).toEqual(["a plain title", "letters in ${locale} are read", 'one with "quotes"', "of a helper"]);
  expect(hasTitle(titles, "a plain title")).toBe(true);
  expect(hasTitle(titles, "a plain")).toBe(false);
  expect(hasTitle(titles, "letters in ")).toBe(false);
  expect(hasTitle(["everything about ${locale}"], "everything about ")).toBe(true);
});
