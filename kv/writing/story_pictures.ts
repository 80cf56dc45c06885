/**
 * Pictures that were uploaded for stories: each belongs to one. A job is written before the files, and removes those
 * that no story has when it runs, so that neither a crash nor a removed picture leaves anything behind.
 */
import type { Store } from "../open.ts";
import { putAuditRecord } from "../store/audit_log.ts";
import { changeRecord, commitNow } from "../store/commit.ts";
import { addJob } from "../store/jobs/queue.ts";
import { keys } from "../store/keys.ts";
import { refuse, type Result } from "../store/refusals.ts";
import { nextChangeOf } from "../store/seen_changes.ts";
import { type Story, uploadedPicture } from "./stories.ts";

export interface StoryPictureRecord {
  token: string;
  storyId: number;
  /** The sizes of the files. */
  bytes: Record<StoryPart, number>;
}

export const storyParts = ["full", "medium"] as const;
export type StoryPart = typeof storyParts[number];

export const storyFilesRoot = "/story-files/";
export const storyPicturesAtMost = 12;

const hourMs = 3600_000;

/** Where a file of a picture is stored. */
export const storyFile = (token: string, part: StoryPart): string => `stories/${token}/${part}`;

/** A token comes from outside: one that is too long for a key is none. */
export async function storyPictureAt(store: Store, token: string): Promise<StoryPictureRecord | null> {
  if (!/^[\w-]{8,64}$/.test(token)) return null;
  return (await store.kv.get<StoryPictureRecord>(keys.storyPicture(token))).value;
}

/** Adds the job that removes files which no story has; to be called before the files are written. */
export async function expectStoryPicture(store: Store, token: string): Promise<void> {
  const op = store.kv.atomic();
  addJob(store, op, { kind: "story_picture", token }, store.now() + 24 * hourMs);
  await commitNow(op);
}

/** Adds a picture to a story, also above it if none is there. Refuses `not_found`, and `too_many_photos` above twelve. */
export function addStoryPicture(
  store: Store,
  { token, storyId, bytes }: StoryPictureRecord,
  actorId: number,
): Promise<Result<{ story: Story }>> {
  return change(store, storyId, (op, story) => {
    const uploads = story.uploads ?? [];
    if (uploads.length >= storyPicturesAtMost) return refuse("too_many_photos");
    op.set(keys.storyPicture(token), { token, storyId, bytes } satisfies StoryPictureRecord);
    noteIt(store, op, "story_picture_added", actorId, storyId);
    return { ...story, uploads: [...uploads, token], picture: story.picture ?? uploadedPicture + token };
  });
}

/** Removes a picture from its story; its files go an hour later. Refuses `not_found`. */
export function removeStoryPicture(
  store: Store,
  storyId: number,
  token: string,
  actorId: number,
): Promise<Result<{ story: Story }>> {
  return change(store, storyId, (op, story) => {
    const uploads = story.uploads ?? [];
    if (!uploads.includes(token)) return refuse("not_found");
    op.delete(keys.storyPicture(token));
    // Pages that show it may still be open.
    addJob(store, op, { kind: "story_picture", token }, store.now() + hourMs);
    noteIt(store, op, "story_picture_removed", actorId, storyId);
    const picture = story.picture === uploadedPicture + token ? null : story.picture;
    return { ...story, uploads: uploads.filter((each) => each !== token), picture };
  });
}

function noteIt(store: Store, op: Deno.AtomicOperation, action: string, actorId: number, storyId: number): void {
  putAuditRecord(store, op, { action, actorId, subject: `story:${storyId}`, details: {} });
}

async function change(
  store: Store,
  storyId: number,
  make: (op: Deno.AtomicOperation, story: Story) => Story | ReturnType<typeof refuse>,
): Promise<Result<{ story: Story }>> {
  const changed = await changeRecord<Story>(store, keys.story(storyId), (story, op) => {
    const made = make(op, story);
    return "ok" in made ? made : { ...made, changedAt: nextChangeOf(story, store.now()) };
  });
  if (!changed.ok) return changed;
  store.pageChanges.count++;
  return { ok: true, story: changed.record };
}
