/** The pictures that a request brings for a letter, as files or as ids of earlier uploads; and as an answer shows them. */
import * as z from "zod";
import { type Attachment, attachmentsPerLetter } from "../../kv/letters/attachments.ts";
import { type Refusal, refuse } from "../../kv/store/refusals.ts";
import type { Dependencies } from "../http/env.ts";
import { letterFilePath } from "./letter_files.ts";
import { dropUpload, keepUpload } from "./uploads.ts";

interface Brought {
  /** The ids of the pictures without those that were refused, in the order of the request. */
  ids: string[];
  /** Those of `ids` that this request uploaded. */
  fresh: string[];
  /** The file name of each picture, by its place in the request; null for an id. */
  names: (string | null)[];
}

export type Gathered = ({ ok: true } | { ok: false; refusal: Refusal }) & Brought;

/** Some programs number the fields of a list ("attachments[0]"): no picture may be lost because of its field's name. */
const isField = (name: string): boolean => /^attachments(?:\[\d{0,2}\])?$/.test(name);

/** The fields of a body in which pictures may come; of any type, because a form brings files and JSON brings ids. */
export const enclosureFields = {
  "attachments[]": z.unknown().meta({
    type: "array",
    maxItems: attachmentsPerLetter,
    items: { type: "string", format: "binary" },
  })
    .optional().describe("Up to 3 pictures: GIF, JPG or PNG files of at most 4096K, or ids"),
  attachments: z.unknown().meta({ type: "array", maxItems: attachmentsPerLetter, items: { type: "string" } })
    .optional().describe("The same, for JSON: ids of uploaded pictures"),
};

/** All pictures in a body, without the empty file that a browser sends for an empty file field. */
function partsOf(body: Record<string, unknown>): unknown[] {
  const brought = Object.entries(body).flatMap(([name, value]) => isField(name) ? value ?? [] : []);
  return brought.filter((part) => part !== "" && !(part instanceof File && part.size === 0 && part.name === ""));
}

/**
 * Checks and keeps all pictures of a body, so that all faults are told at once. Refuses what `keepUpload`
 * refuses, with "attachments[1]" for the second one, and `invalid` for more than three.
 */
export async function gatherEnclosures(
  deps: Dependencies,
  ownerId: number,
  body: Record<string, unknown>,
): Promise<Gathered> {
  const parts = partsOf(body);
  const ids: string[] = [];
  const fresh: string[] = [];
  const names = parts.map((part) => part instanceof File ? part.name : null);
  if (parts.length > attachmentsPerLetter) {
    const known = parts.filter((part) => typeof part === "string").slice(0, attachmentsPerLetter);
    const refusal = refuse("invalid", { fields: { attachments: "too_many_pictures" } });
    return { ok: false, refusal, ids: known, fresh, names };
  }
  let refusal: Refusal | null = null;
  for (const [position, part] of parts.entries()) {
    const field = `attachments[${position}]`;
    if (part instanceof File) {
      const kept = await keepUpload(deps, ownerId, part, field);
      if (kept.ok) fresh.push(kept.attachment.id);
      if (kept.ok) ids.push(kept.attachment.id);
      else refusal = joined(refusal, kept);
      // The next one would only wait as long.
      if (!kept.ok && kept.reason === "storage_unavailable") return { ok: false, refusal: kept, ids, fresh, names };
    } else if (typeof part === "string") ids.push(part);
    else refusal = joined(refusal, refuse("invalid", { fields: { [field]: "wrong_type" } }));
  }
  return refusal ? { ok: false, refusal, ids, fresh, names } : { ok: true, ids, fresh, names };
}

/** The first refusal with the fields of both. */
const joined = (first: Refusal | null, next: Refusal): Refusal =>
  first ? { ...first, fields: { ...first.fields, ...next.fields } } : next;

/** Takes back what was uploaded for a letter that was not sent; what a letter has claimed stays. */
export async function dropFresh(deps: Dependencies, ownerId: number, fresh: string[]): Promise<void> {
  for (const id of fresh) await dropUpload(deps, ownerId, id);
}

export const attachmentShape = z.object({
  id: z.string(),
  path: z.string().describe("The picture, at most 2048 pixels a side"),
  thumb: z.string().describe("The same, at most 320 pixels a side"),
  type: z.string(),
  width: z.number(),
  height: z.number(),
  size: z.number().describe("Bytes"),
});

export const wireAttachment = ({ id, type, full }: Attachment): z.infer<typeof attachmentShape> => ({
  id,
  path: letterFilePath(id, "full"),
  thumb: letterFilePath(id, "thumb"),
  type,
  width: full.width,
  height: full.height,
  size: full.bytes,
});
