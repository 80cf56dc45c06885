/** Calls about photos: one's own gallery, and what others show of theirs. */
import * as z from "zod";
import { isStaff, isSuspended, lady, man, type User, userById } from "../../kv/accounts/users.ts";
import { publishedLadyById } from "../../kv/ladies/ladies.ts";
import { isKnownTo } from "../../kv/safety/known_people.ts";
import { refuse, type Result } from "../../kv/store/refusals.ts";
import { captionRefusal, changePhoto } from "../../kv/vetting/photo_changes.ts";
import { photosOf } from "../../kv/vetting/photos.ts";
import { photosForGuests } from "../files/photo_files.ts";
import { galleryPhotoShape, othersPhotos, ownPhotos } from "../files/photo_shapes.ts";
import { cropPhoto, dropPhoto, keepPhoto } from "../files/photo_uploads.ts";
import { mayLookAt } from "../http/access.ts";
import type { AppContext } from "../http/env.ts";
import { fileField, idField } from "../http/fields.ts";
import { defineCall } from "./describing/call.ts";

const idParam = z.object({ id: idField });
const length = z.number().int().min(0);

export const photoCalls = [
  defineCall({
    method: "get",
    path: "/users/:id/photos",
    summary: "The photos of a lady, to guests the first alone; of a man, to ladies; one's own, with what waits",
    access: "everyone",
    refuses: ["wrong_role"],
    params: idParam,
    answer: z.object({ photos: z.array(galleryPhotoShape), totalCount: z.number() }),
    async handle(c, { params, user }) {
      const { store } = c.var.deps;
      if (user?.id === params.id) {
        const photos = ownPhotos(user.id, await photosOf(store, user));
        return { ok: true, answer: { photos, totalCount: photos.length } };
      }
      if (user?.groupId === lady) store.memory.expect(() => publishedLadyById(store, user.id));
      const owner = await userById(store, params.id);
      const seen = owner && await maySee(c, user, owner);
      if (!seen?.ok) return seen ?? refuse("not_found");
      const photos = othersPhotos(owner!.id, await photosOf(store, owner!));
      return {
        ok: true,
        answer: { photos: user ? photos : photos.slice(0, photosForGuests), totalCount: photos.length },
      };
    },
  }),
  defineCall({
    method: "post",
    path: "/photos",
    summary: "Add a photo to one's gallery, where it waits for approval",
    access: "correspondents",
    refuses: [
      "unsupported_type",
      "too_large",
      "too_many_requests",
      "too_many_photos",
      "not_found",
      "storage_unavailable",
    ],
    body: z.object({
      photo: fileField("A JPG of at most 5 MB"),
    }).loose(),
    answer: z.object({ photo: galleryPhotoShape }),
    async handle(c, { body, user }) {
      if (!(body.photo instanceof File)) return refuse("invalid", { fields: { photo: "required" } });
      const kept = await keepPhoto(c.var.deps, user, body.photo, "photo");
      return kept.ok ? await answerPhoto(c, user, kept.photo.id) : kept;
    },
  }),
  defineCall({
    method: "patch",
    path: "/photos/:id",
    summary: "Give one's photo a caption, another place, the first place, or another square",
    access: "correspondents",
    refuses: ["too_many_requests", "storage_unavailable"],
    params: idParam,
    body: z.object({
      caption: z.string().max(10_000).optional().describe("At most 120 characters; waits where the photo is shown"),
      position: z.coerce.number().int().min(1).max(1000).optional().describe(
        "From 1; the first approved is the main one",
      ),
      isMain: z.literal([true, "true", "1"]).optional().describe("The same as position 1"),
      crop: z.object({ left: length, top: length, side: length }).optional()
        .describe("In pixels of the large picture"),
    }),
    answer: z.object({ photo: galleryPhotoShape }),
    async handle(c, { params, body: { caption, position, isMain, crop }, user }) {
      // First what may be refused, so that a refusal changes nothing.
      const refusal = captionRefusal({ caption });
      if (refusal) return refusal;
      if (crop) {
        const cut = await cropPhoto(c.var.deps, user, params.id, crop);
        if (!cut.ok) return cut;
      }
      const wish = { caption, position: isMain ? 1 : position };
      const changed = await changePhoto(c.var.deps.store, user.id, params.id, wish);
      return changed.ok ? await answerPhoto(c, user, params.id) : changed;
    },
  }),
  defineCall({
    method: "delete",
    path: "/photos/:id",
    summary: "Take a photo out of one's gallery, with its files",
    access: "correspondents",
    params: idParam,
    async handle(c, { params, user }) {
      return await dropPhoto(c.var.deps, user.id, params.id);
    },
  }),
];

/**
 * Refuses readers who may not see the owner's photos. That somebody is there at all is told to staff, and of ladies who are
 * shown to everybody: a man's number is to guests and other men like one that is nobody's.
 */
async function maySee(c: AppContext, user: User | null, owner: User): Promise<Result<Record<never, never>>> {
  if (isSuspended(owner) || c.var.signedIn?.blockedIds.has(owner.id)) return refuse("not_found");
  if (isStaff(owner) || (owner.groupId === man && !user)) return refuse("not_found");
  const { store } = c.var.deps;
  const isPublished = owner.groupId === lady && await publishedLadyById(store, owner.id) !== null;
  if (!mayLookAt(user?.groupId ?? "guest", owner.groupId)) {
    return refuse(isPublished || (user && isStaff(user)) ? "wrong_role" : "not_found");
  }
  const isShown = user?.groupId === lady
    ? await isKnownTo(store, user, owner.id)
    : owner.groupId === man || isPublished;
  return isShown ? { ok: true } : refuse("not_found");
}

async function answerPhoto(c: AppContext, user: User, photoId: number) {
  const photo = ownPhotos(user.id, await photosOf(c.var.deps.store, user)).find(({ id }) => id === photoId);
  // Another tab has removed it since.
  return photo ? { ok: true as const, answer: { photo } } : refuse("not_found");
}
