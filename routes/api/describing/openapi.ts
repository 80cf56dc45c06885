/** GET /api/openapi.json: every call as it describes itself; OpenAPI 3.1 schemas are JSON Schema, which zod writes. */
import * as z from "zod";
import { idempotencyKeyLengthMax } from "../../../kv/store/idempotent_calls.ts";
import type { Reason } from "../../../kv/store/refusals.ts";
import { isAdmitted } from "../../http/access.ts";
import type { Call } from "./call.ts";
import { reasonsByStatus } from "./call_refusals.ts";
import { eventSchema } from "./openapi_events.ts";
import { type Json, jsonSchemaOf } from "./openapi_schemas.ts";

/** The document for all calls; names come from the same schemas that parse requests. */
export function openApiDocument(calls: Call[]): Json {
  const parts: Parts = { schemas: { Failure: jsonSchemaOf(failure, "output") }, responses: {} };
  const paths: Record<string, Json> = {};
  for (const call of calls) {
    const path = `/api${call.path.replace(/:(\w+)/g, "{$1}")}`;
    (paths[path] ??= {})[call.method] = operationOf(call, parts);
  }
  paths["/api/events"] = { get: eventsOperation(parts) };
  return {
    openapi: "3.1.0",
    info: { title: "Vesna", version: "1" },
    paths,
    components: {
      securitySchemes: {
        cookie: { type: "apiKey", in: "cookie", name: "slsid" },
        bearer: { type: "http", scheme: "bearer" },
        query: { type: "apiKey", in: "query", name: "access_token" },
      },
      ...parts,
    },
  };
}

/** What several operations refer to, filled while they are described. */
interface Parts {
  schemas: Json;
  responses: Json;
}

const failure = z.object({
  message: z.string().describe("A sentence in the visitor's language"),
  code: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  href: z.string().optional().describe("The page where what is missing can be done, of `background_required`"),
  access_token: z.string().optional().describe(
    "Of `suspended`: the session that reads the reasons and objects (`POST /api/appeals`), and opens nothing else",
  ),
  decisionId: z.number().optional().describe("Of `suspended`: the decision that explains it, where there is one"),
  id: z.string().optional().describe("Of a failure of the site: the log repeats it"),
});

function operationOf(call: Call, parts: Parts): Json {
  const parameters = [
    ...parametersOf(call.params, "path"),
    ...parametersOf(call.query, "query"),
    ...call.method === "get" ? [] : [onceParameter(call)],
  ];
  return {
    summary: call.summary,
    ...(!isAdmitted(call.access, "guest") && { security: [{ cookie: [] }, { bearer: [] }, { query: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(call.body && { requestBody: requestBodyOf(call, call.body, parts) }),
    responses: {
      ...(call.answer
        ? { "200": { description: "Success", content: jsonContent(jsonSchemaOf(call.answer, "output")) } }
        : { "204": { description: "Done" } }),
      ...(call.later && { "202": { description: call.later } }),
      ...refusalsOf(reasonsByStatus(call), parts),
    },
  };
}

/** The header by which an unsafe call is done once. */
const onceParameter = ({ access, isAnsweredAnew }: Call): Json => ({
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: [
    "A repeat within 24 hours is answered as the first success was; the same key with another body is refused.",
    ...isAdmitted(access, "guest")
      ? [isAnsweredAnew ? "A guest's repeat is answered anew." : "For a guest it counts with the network address."]
      : [],
  ].join(" "),
  schema: { type: "string", minLength: 1, maxLength: idempotencyKeyLengthMax, pattern: "^[ -~]+$" },
});

/** The one call whose answer does not end (routes/live/events.ts). */
function eventsOperation(parts: Parts): Json {
  return {
    summary: "What is new for the signed-in person: each event at once, and at each change",
    security: [{ cookie: [] }, { bearer: [] }, { query: [] }],
    parameters: [{ name: "user", in: "query", required: false, schema: { type: "integer" } }],
    responses: {
      "200": { description: "Server-sent events", content: { "text/event-stream": { schema: eventSchema() } } },
      ...refusalsOf(new Map([[400, ["malformed"]], [401, ["not_signed_in"]], [403, ["forbidden"]]]), parts),
    },
  };
}

/** Refusals by status, each with its codes; equal ones stand in the document once. */
function refusalsOf(reasons: Map<number, Reason[]>, { responses }: Parts): Json {
  const statuses = [...reasons].sort(([one], [other]) => one - other);
  return Object.fromEntries(statuses.map(([status, codes]) => {
    const name = `${status}-${codes.join("-")}`;
    responses[name] ??= {
      description: codes.map((code) => `\`${code}\``).join(", "),
      ...(status === 429 && { headers: { "Retry-After": { description: "Seconds", schema: { type: "integer" } } } }),
      content: jsonContent({ "$ref": "#/components/schemas/Failure" }),
    };
    return [String(status), { "$ref": `#/components/responses/${name}` }];
  }));
}

function parametersOf(schema: z.ZodType | undefined, place: "path" | "query"): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchemaOf(schema, "input") as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...each }]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    ...(description !== undefined && { description }),
    // Several values are separated by commas.
    ...(each.type === "array" && { style: "form", explode: false }),
    schema: each,
  }));
}

/** A body that needs a file is multipart; any other may come in every type. */
function requestBodyOf(call: Call, body: z.ZodType, { schemas }: Parts): Json {
  const schema = jsonSchemaOf(body, "input") as { properties?: Record<string, Json>; required?: string[] };
  const name = `Body of ${call.method} ${call.path}`.replace(/[^A-Za-z]+/g, "_");
  schemas[name] = schema;
  const each = { schema: { "$ref": `#/components/schemas/${name}` } };
  const { properties = {}, required = [] } = schema;
  const needsFile = required.some((field) => properties[field]?.format === "binary");
  const types = needsFile ? ["multipart/form-data"] : everyType;
  return { required: required.length > 0, content: Object.fromEntries(types.map((type) => [type, each])) };
}

const everyType = ["application/json", "multipart/form-data", "application/x-www-form-urlencoded"];

const jsonContent = (schema: Json): Json => ({ "application/json": { schema } });
