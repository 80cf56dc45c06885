/** The way of a letter's picture from a request into the site: counted, checked, noted, stored; and out again. */
import {
  addAttachment,
  type Attachment,
  attachmentFile,
  discardAttachment,
  expireAttachment,
  type NewAttachment,
} from "../../kv/letters/attachments.ts";
import { noteDenial } from "../../kv/store/audit_log.ts";
import { limits, takeAttempt } from "../../kv/store/limits.ts";
import { inOneLine } from "../../kv/store/one_line.ts";
import { type Refusal, refuse, type Result } from "../../kv/store/refusals.ts";
import { type ImageFault, pictureBytesMax, prepareImage } from "../../services/pictures/images.ts";
import type { Dependencies } from "../http/env.ts";
import { putFiles } from "./put_files.ts";

/** What each fault of a picture means as a refusal, and the sentence beside its field. */
const faults: Record<ImageFault, (field: string) => Refusal> = {
  type: (field) => refuse("unsupported_type", { fields: { [field]: "picture_type" } }),
  bytes: (field) => refuse("too_large", { fields: { [field]: "picture_bytes" } }),
  pixels: (field) => refuse("invalid", { fields: { [field]: "picture_pixels" } }),
  unreadable: (field) => refuse("invalid", { fields: { [field]: "picture_unreadable" } }),
  busy: () => refuse("too_many_requests", { retryAfterSeconds: 30 }),
};

/**
 * Keeps a picture for a letter that is being written. Refuses, naming the field: `unsupported_type`, `too_large`,
 * `invalid`; and `too_many_requests` beyond 100 an hour, 30 that wait for letters, or if too many people upload;
 * `storage_unavailable` where it cannot be stored.
 */
export async function keepUpload(
  { store, storage }: Dependencies,
  ownerId: number,
  file: File,
  field: string,
): Promise<Result<{ attachment: Attachment }>> {
  const attempt = await takeAttempt(store, limits.uploads, String(ownerId));
  if (!attempt.ok) return attempt;
  const isTooLarge = file.size > pictureBytesMax;
  const bytes = new Uint8Array(isTooLarge ? new ArrayBuffer(0) : await file.arrayBuffer());
  const prepared = isTooLarge ? { ok: false as const, fault: "bytes" as const } : await prepareImage(bytes);
  if (!prepared.ok) {
    if (prepared.fault !== "busy") {
      const details = { fault: prepared.fault, bytes: file.size };
      await noteDenial(store, { action: "picture_refused", actorId: ownerId, subject: "upload", details });
    }
    return faults[prepared.fault](field);
  }
  const { type, full, thumb } = prepared;
  const facts: NewAttachment = {
    name: fileName(file.name),
    type,
    full: { width: full.width, height: full.height, bytes: full.bytes.length },
    thumb: { width: thumb.width, height: thumb.height, bytes: thumb.bytes.length },
    digest: new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toBase64({ alphabet: "base64url" }),
  };
  const added = await addAttachment(store, ownerId, facts);
  if (!added.ok) return added;
  const { id } = added.attachment;
  const put = await putFiles(storage, [
    { name: attachmentFile(id, "thumb"), bytes: thumb.bytes, type },
    { name: attachmentFile(id, "full"), bytes: full.bytes, type },
  ]);
  if (put.ok) return added;
  await discardAttachment(store, ownerId, id);
  return put;
}

/** The last part of a file's path, as one short line; it is shown to its owner only. */
const fileName = (name: string): string => inOneLine((name.split(/[/\\]/).at(-1) ?? "").slice(0, 80));

/** Removes one's own picture that belongs to no letter; false if there is none. A job removes its files. */
export async function dropUpload(deps: Dependencies, ownerId: number, id: string): Promise<boolean> {
  const isDropped = await discardAttachment(deps.store, ownerId, id);
  if (isDropped) deps.wakeJobs?.();
  return isDropped;
}

/** Removes a picture that no letter has claimed within a day. Throws if removing its files must be tried again. */
export async function clearLooseUpload({ store, storage }: Dependencies, id: string): Promise<void> {
  if (!await expireAttachment(store, id)) return;
  await storage.delete(attachmentFile(id, "full"));
  await storage.delete(attachmentFile(id, "thumb"));
}
