/**
 * The files of photos. What waits is shown to its owner and to those who approve it; a lady's photos to members, and to
 * guests as far as her page shows them; a man's to ladies and himself; the portrait of an introduced translator to
 * everybody. A photo that may not be seen is answered like one that never existed.
 */
import type { Hono } from "hono";
import { wantsIntroduction } from "../../kv/accounts/about_translators.ts";
import { admin, lady, translator, type User, userById } from "../../kv/accounts/users.ts";
import { publishedLadyById } from "../../kv/ladies/ladies.ts";
import type { Store } from "../../kv/open.ts";
import { isKnownTo } from "../../kv/safety/known_people.ts";
import { type GalleryPhoto, photoAt, photosOf } from "../../kv/vetting/photos.ts";
import { mayLookAt } from "../http/access.ts";
import type { AppEnv } from "../http/env.ts";
import { isHiddenFrom } from "../http/hidden_people.ts";
import { answerNotThere } from "../http/refusal_answer.tsx";
import { answerStored } from "./stored_file.ts";

/** How many photos of a lady a guest sees: only her main one. */
export const photosForGuests = 1;

export function mountPhotoFiles(app: Hono<AppEnv>): void {
  app.get("/photo-files/:owner/:token/:part", async (c) => {
    const { store } = c.var.deps;
    const digits = /^[1-9]\d{0,14}$/.exec(c.req.param("owner"))?.[0];
    const owner = digits ? await userById(store, Number(digits)) : null;
    const photos = owner ? await photosOf(store, owner) : [];
    const { token, part } = c.req.param();
    const found = photoAt(photos, { token, name: part, nowMs: store.now() });
    if (!owner || !found || isHiddenFrom(c, owner)) return await answerNotThere(c);
    const isOpen = openPhotos(photos).includes(found.photo) && await isPublic(store, owner);
    if (!isOpen && !await mayMemberSee(store, c.var.signedIn?.user, owner, found.photo)) return await answerNotThere(c);
    const answer = await answerStored(c, {
      name: found.file,
      type: "image/webp",
      bytes: found.bytes,
      tag: `${token}-${part}`,
      // For a day only, as even an open photo may be gone tomorrow; what only members may see, no shared cache may keep.
      cacheControl: isOpen ? "public, max-age=86400" : "private, max-age=86400",
      saveAs: `photo-${found.photo.id}.webp`,
    });
    return answer ?? await answerNotThere(c);
  });
}

/** Whether the owner has a page, or a place on one, that everybody may read. */
const isPublic = async (store: Store, owner: User): Promise<boolean> =>
  owner.groupId === translator
    ? await wantsIntroduction(store, owner.id)
    : await publishedLadyById(store, owner.id) !== null;

const openPhotos = (photos: GalleryPhoto[]): GalleryPhoto[] =>
  photos.filter(({ state }) => state === "approved").slice(0, photosForGuests);

/**
 * Everybody may see their own photos; admins, who approve them, and a lady's agency see all; and people who may look at
 * the owner see what is approved. A man who corresponded with a lady still sees her face in old letters when she is no
 * longer published: nobody else knows the address. A lady who is not shown herself sees the men whom she has met.
 */
async function mayMemberSee(
  store: Store,
  reader: User | undefined,
  owner: User,
  { state }: GalleryPhoto,
): Promise<boolean> {
  if (!reader) return false;
  if (reader.id === owner.id || reader.groupId === admin || reader.id === owner.agencyId) return true;
  if (state !== "approved" || !mayLookAt(reader.groupId, owner.groupId)) return false;
  return reader.groupId !== lady || await isKnownTo(store, reader, owner.id);
}
