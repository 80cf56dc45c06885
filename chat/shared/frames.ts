/** A frame on the wire: one JSON object with its event, its data, and an id where an answer is wanted. */
import * as z from "zod/mini";
import { frameBytesMax } from "./limits.ts";

/** An id is sent back as it is, so it is bounded. */
const idLengthMax = 100;

const envelope = z.object({
  event: z.string(),
  data: z.optional(z.record(z.string(), z.unknown())),
  id: z.optional(z.string().check(z.maxLength(idLengthMax))),
});

const idOf = (json: unknown): string | undefined => z.object({ id: envelope.shape.id }).safeParse(json).data?.id;

export interface Frame<Name extends string = string, Data = Record<string, unknown>> {
  event: Name;
  data: Data;
  /** If given, the sender wants one frame with the same id back. */
  id?: string;
}

/** Why a frame was not understood. */
export type FrameFault = "too_large" | "malformed" | "unknown_event" | "invalid";

export type ReadFrame<Events extends EventSchemas> =
  | { ok: true; frame: AnyFrame<Events> }
  | { ok: false; fault: FrameFault; id?: string };

export type EventSchemas = Record<string, z.ZodMiniType>;
export type AnyFrame<Events extends EventSchemas> = {
  [Name in keyof Events & string]: Frame<Name, z.infer<Events[Name]>>;
}[keyof Events & string];

/** Reads a text frame against the events of one direction. Never throws. */
export function readFrame<Events extends EventSchemas>(
  text: string,
  events: Events,
  /** A client sets no bound: it takes whatever its own server sends, such as a long list. */
  bytesMax = frameBytesMax,
): ReadFrame<Events> {
  // A UTF-16 unit is at most three bytes of UTF-8, so only long texts need an exact count.
  if (text.length * 3 > bytesMax && new TextEncoder().encode(text).length > bytesMax) {
    return { ok: false, fault: "too_large" };
  }
  const json = parseJson(text);
  const opened = envelope.safeParse(json);
  // Whoever waits for the answer to an id hears of it, even if nothing else of the frame can be read.
  if (!opened.success) return { ok: false, fault: "malformed", id: idOf(json) };
  const { event, data = {}, id } = opened.data;
  const schema = Object.hasOwn(events, event) ? events[event] : undefined;
  if (!schema) return { ok: false, fault: "unknown_event", id };
  const parsed = schema.safeParse(data);
  if (!parsed.success) return { ok: false, fault: "invalid", id };
  return { ok: true, frame: { event, data: parsed.data, id } as AnyFrame<Events> };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const writeFrame = (event: string, data: object, id?: string): string => JSON.stringify({ event, data, id });
