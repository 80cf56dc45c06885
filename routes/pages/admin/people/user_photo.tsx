/** Taking down one photo that others see. */
import { usePage } from "../../../../components/page_context.ts";
import { lady, type User } from "../../../../kv/accounts/users.ts";
import { photoMark, takePhotoDown } from "../../../../kv/vetting/photo_takedown.ts";
import { type GalleryPhoto, photosOf, shownPhoto } from "../../../../kv/vetting/photos.ts";
import type { AppContext } from "../../../http/env.ts";
import { idOf } from "../../../http/read_input.ts";
import { photoTakedownPath, usersPath } from "../paths.ts";
import { agencyReads, type Shown, takedownPageOf } from "./takedown.tsx";

type ShownPhoto = GalleryPhoto & { isMain: boolean };

export const photoTakedownPage = takedownPageOf<ShownPhoto>({
  path: `${usersPath}/:id/photos/:photoId`,
  name: "photo",
  find,
  pathOf: (user, photo) => photoTakedownPath(user.id, photo.id),
  markOf: photoMark,
  take: (store, wanted, { id }) => takePhotoDown(store, { ...wanted, photoId: id }),
  view: PhotoView,
  alsoWill: ({ user, thing }) => [
    ...thing.isMain && user.groupId === lady ? ["admin:takedown.photo.willEndLiveCheck"] : [],
    ...agencyReads(user),
  ],
});

/** The photo that the address names, with whether it is the main one; null if others do not see it (any more). */
async function find(c: AppContext, user: User): Promise<ShownPhoto | null> {
  const shown = (await photosOf(c.var.deps.store, user)).filter(({ state }) => state === "approved");
  const at = shown.findIndex(({ id }) => id === idOf(c.req.param("photoId")));
  return at === -1 ? null : { ...shown[at]!, isMain: at === 0 };
}

function PhotoView({ user, thing: photo }: Shown<ShownPhoto>) {
  const { t } = usePage();
  const shown = shownPhoto(user.id, photo);
  return (
    <figure>
      <img
        class="admin__big"
        src={shown.sizes.large ?? shown.path}
        alt={t("admin:approvals.photoOf", { name: user.firstname })}
      />
      {photo.caption && <figcaption>{photo.caption}</figcaption>}
    </figure>
  );
}
