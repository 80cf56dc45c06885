/**
 * The files of photos. Before any file is written, a job is, which later deletes the files that no gallery refers to. So
 * neither a crash nor a removed picture leaves files behind.
 */
import type { Store } from "../open.ts";
import { commitNow } from "../store/commit.ts";
import { addJob } from "../store/jobs/queue.ts";
import type { PhotoFilesJob } from "../store/jobs/work.ts";
import { keys } from "../store/keys.ts";
import { formerCutsOf, type Gallery, photoFile, type PhotoPart, photoParts, type UploadedPicture } from "./photos.ts";

type Named = Pick<UploadedPicture, "token" | "cut">;

const hourMs = 3600_000;
/** A page that shows a former square may be open a while. */
export const formerCutMs = hourMs;
/** An upload takes seconds. */
const delaysMs = { now: 0, soon: formerCutMs, later: 24 * hourMs };

/** Adds a job that deletes the files of a picture, or of this cut of it, if nothing refers to them when it is due. */
export function addPhotoFilesJob(
  store: Store,
  op: Deno.AtomicOperation,
  ownerId: number,
  { token, cut }: Named,
  due: keyof typeof delaysMs,
): void {
  addJob(store, op, { kind: "photo_files", ownerId, token, cut }, store.now() + delaysMs[due]);
}

/** To be called before files are written that no gallery knows yet. */
export async function expectPhotoFiles(store: Store, ownerId: number, named: Named): Promise<void> {
  const op = store.kv.atomic();
  addPhotoFilesJob(store, op, ownerId, named, "later");
  await commitNow(op);
}

/** What the job `photo_files` does: finds the names of the files that nothing refers to, for the caller to delete. */
export async function unneededPhotoFiles(
  store: Store,
  { ownerId, token, cut }: Pick<PhotoFilesJob, "ownerId" | "token" | "cut">,
): Promise<string[]> {
  const gallery = (await store.kv.get<Gallery>(keys.photos(ownerId))).value;
  const pictures = (gallery?.photos ?? []).flatMap(({ picture }) => picture.kind === "upload" ? [picture] : []);
  const kept = pictures.find((picture) => picture.token === token);
  const answered = kept ? [kept, ...formerCutsOf(kept, store.now())] : [];
  const isAnswered = answered.some((each) => each.cut === cut);
  const parts: readonly PhotoPart[] = !kept ? photoParts : isAnswered ? [] : ["quad", "avatar"];
  return parts.map((part) => photoFile({ token, cut }, part));
}
