/** What the stream of `GET /api/events` sends, as the document describes it: one event, by its name. */
import * as z from "zod";
import { type Json, jsonSchemaOf } from "./openapi_schemas.ts";

const count = z.int().min(0);
const price = "What a minute costs the reader, in words; null if it costs nothing";

/** The `data` of each event of routes/live/events.ts. */
const dataOf = {
  "new-message": z.object({ counter: z.object({ inbox: count, introduction: count }) })
    .describe("How many letters wait unread"),
  balance: z.object({ balance: z.int(), seq: count })
    .describe("To men: their credits after the ledger's entry `seq`"),
  invitations: z.object({
    invitations: z.array(z.object({
      id: z.string(),
      kind: z.enum(["text", "video"]),
      from: z.object({
        id: z.int(),
        name: z.string(),
        age: z.int(),
        photo: z.string(),
        isCompanion: z.boolean(),
      }).describe("Who asks; declining takes `id` (`DELETE /api/invitations/{id}`)"),
      price: z.string().nullable().describe(price),
      leftMs: z.number(),
    })),
  }).describe("To men and ladies: the invitations that wait now"),
  again: z.object({}).describe("Another stream is to be opened, because this one ends soon"),
};

/**
 * The schema of one event, its name and its `data`. OpenAPI 3.1 has no field for the items of a stream (3.2 has `itemSchema`):
 * those who read streams take `schema` for each event.
 */
export const eventSchema = (): Json => ({
  description: "Each event of the stream. Before the first the stream names the pause before a new try (`retry`).",
  oneOf: Object.entries(dataOf).map(([event, shape]) => ({
    type: "object",
    required: ["event", "data"],
    properties: {
      event: { const: event },
      data: { type: "string", contentMediaType: "application/json", contentSchema: jsonSchemaOf(shape, "output") },
    },
  })),
});
