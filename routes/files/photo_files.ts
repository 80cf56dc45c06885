/**
 * The files of photos: what waits to its owner and to who approves it, a lady's to members and as much to guests as her
 * page shows them, a man's to ladies and himself, the portrait of a translator who is introduced to everybody. What may
 * not be seen cannot be told from what never was.
 */
import type { Hono } from "hono";
import { isIntroduced } from "../../kv/accounts/about_translators.ts";
import { admin, isSuspended, translator, type User, userById } from "../../kv/accounts/users.ts";
import { publishedLadyById } from "../../kv/ladies/ladies.ts";
import type { Store } from "../../kv/open.ts";
import { type GalleryPhoto, photoAt, photoFile, photosOf } from "../../kv/vetting/photos.ts";
import { mayLookAt } from "../http/access.ts";
import type { AppContext, AppEnv } from "../http/env.ts";
import { answerNotThere } from "../http/refusal_answer.tsx";
import { answerStored } from "./stored_file.ts";

/** A guest sees a lady's main picture alone. */
export const photosForGuests = 1;

export function mountPhotoFiles(app: Hono<AppEnv>): void {
  app.get("/photo-files/:owner/:token/:part", async (c) => {
    const { store } = c.var.deps;
    const digits = /^[1-9]\d{0,14}$/.exec(c.req.param("owner"))?.[0];
    const owner = digits ? await userById(store, Number(digits)) : null;
    const photos = owner ? await photosOf(store, owner) : [];
    const found = photoAt(photos, c.req.param("token"), c.req.param("part"));
    if (!owner || !found || isHiddenFrom(c, owner)) return await answerNotThere(c);
    const isOpen = openPhotos(photos).includes(found.photo) && await isPublic(store, owner);
    if (!isOpen && !mayMemberSee(c.var.signedIn?.user, owner, found.photo)) return await answerNotThere(c);
    const answer = await answerStored(c, {
      name: photoFile(found.picture, found.part),
      type: "image/webp",
      bytes: found.picture.bytes[found.part],
      tag: `${found.picture.token}-${c.req.param("part")}`,
      // What everybody may see today may be gone tomorrow; what a member has seen stays in that browser.
      cacheControl: isOpen ? "public, max-age=86400" : "private, max-age=86400",
      saveAs: `photo-${found.photo.id}.webp`,
    });
    return answer ?? await answerNotThere(c);
  });
}

/** Whoever has a page, or a place on one, that everybody may read. */
const isPublic = async (store: Store, owner: User): Promise<boolean> =>
  owner.groupId === translator
    ? await isIntroduced(store, owner.id)
    : await publishedLadyById(store, owner.id) !== null;

/** Whom a block keeps apart do not see each other, and nobody but admins sees who is kept out. */
export const isHiddenFrom = (c: AppContext, owner: User): boolean => {
  const reader = c.var.signedIn;
  if (reader?.user.id === owner.id || reader?.user.groupId === admin) return false;
  return isSuspended(owner) || (reader?.blockedIds.has(owner.id) ?? false);
};

const openPhotos = (photos: GalleryPhoto[]): GalleryPhoto[] =>
  photos.filter(({ state }) => state === "approved").slice(0, photosForGuests);

/**
 * One's own; to admins, who approve them, and to a lady's agency all; and what is approved, to those who may look at
 * its owner. Who corresponded with a lady keeps her face in old letters, also when she is published no more: nobody
 * else knows the address.
 */
const mayMemberSee = (reader: User | undefined, owner: User, { state }: GalleryPhoto): boolean =>
  reader !== undefined &&
  (reader.id === owner.id || reader.groupId === admin || reader.id === owner.agencyId ||
    (state === "approved" && mayLookAt(reader.groupId, owner.groupId)));
