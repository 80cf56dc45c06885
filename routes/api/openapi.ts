/** GET /api/openapi.json: every call as it describes itself; OpenAPI 3.1 schemas are JSON Schema, which zod writes. */
import * as z from "zod";
import { isAdmitted } from "../access.ts";
import type { Call } from "./define_call.ts";

type Json = Record<string, unknown>;

/** The document for all calls; names come from the same schemas that parse requests. */
export function openApiDocument(calls: Call[]): Json {
  const paths: Record<string, Json> = {};
  for (const call of calls) {
    const path = `/api${call.path.replace(/:(\w+)/g, "{$1}")}`;
    (paths[path] ??= {})[call.method] = operationOf(call);
  }
  paths["/api/events"] = { get: eventsOperation() };
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
      schemas: { Failure: jsonSchemaOf(failure, "output") },
    },
  };
}

const failure = z.object({
  message: z.string().describe("A sentence in the visitor's language"),
  code: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
});

function operationOf(call: Call): Json {
  const parameters = [...parametersOf(call.params, "path"), ...parametersOf(call.query, "query")];
  return {
    summary: call.summary,
    ...(!isAdmitted(call.access, "guest") && { security: [{ cookie: [] }, { bearer: [] }, { query: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(call.body && { requestBody: requestBodyOf(call.body) }),
    responses: {
      ...(call.answer
        ? { "200": { description: "Success", content: jsonContent(jsonSchemaOf(call.answer, "output")) } }
        : { "204": { description: "Done" } }),
      "default": { description: "Failure", content: jsonContent({ "$ref": "#/components/schemas/Failure" }) },
    },
  };
}

/** The one call that does not end with its answer (routes/live/events.ts). */
function eventsOperation(): Json {
  return {
    summary: 'Events "new-message" with {"counter":{"inbox":n,"introduction":n}}: at once, and at each change',
    security: [{ cookie: [] }, { bearer: [] }, { query: [] }],
    parameters: [{ name: "user", in: "query", required: false, schema: { type: "integer" } }],
    responses: {
      "200": { description: "Server-sent events", content: { "text/event-stream": { schema: { type: "string" } } } },
      "default": { description: "Failure", content: jsonContent({ "$ref": "#/components/schemas/Failure" }) },
    },
  };
}

function parametersOf(schema: z.ZodType | undefined, place: "path" | "query"): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchemaOf(schema, "input") as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, each]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: each,
  }));
}

function requestBodyOf(schema: z.ZodType): Json {
  const each = { schema: jsonSchemaOf(schema, "input") };
  return {
    content: { "application/json": each, "multipart/form-data": each, "application/x-www-form-urlencoded": each },
  };
}

const jsonContent = (schema: Json): Json => ({ "application/json": { schema } });

function jsonSchemaOf(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}
