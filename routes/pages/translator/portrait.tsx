/** A translator's portrait beside the words about her or him: one photo, which readers see once it was approved. */
import { Button } from "../../../components/buttons.tsx";
import { Field } from "../../../components/fields.tsx";
import { usePage } from "../../../components/page_context.ts";
import { useDate } from "../../../components/page_dates.ts";
import { Notice } from "../../../components/states.tsx";
import { photoLimits } from "../../../islands/photo_gallery/state.ts";
import SmallerFiles from "../../../islands/smaller_files/island.tsx";
import { refuse, type Result } from "../../../kv/store/refusals.ts";
import { type PhotoRejection, photoRejectionsOf, photosOf } from "../../../kv/vetting/photos.ts";
import { photoRejectionWords } from "../../account/photo_rejections.ts";
import { ownPhotos, type WirePhoto } from "../../files/photo_shapes.ts";
import { dropPhoto, keepPhoto } from "../../files/photo_uploads.ts";
import type { MemberContext } from "../../http/env.ts";
import type { Body } from "../../http/read_input.ts";
import { aboutPath } from "./descriptions.ts";

/** What the page knows of the portrait. */
export interface Portrait {
  /** Null until there is one. */
  photo: WirePhoto | null;
  /** Why the last one was not approved; null if there is a portrait, or none was refused lately. */
  rejection: PhotoRejection | null;
}

/** The portrait as its owner sees it, whether it waits or is shown. */
export async function portraitOf(c: MemberContext): Promise<Portrait> {
  const { deps: { store }, signedIn: { user } } = c.var;
  const [photos, rejections] = await Promise.all([photosOf(store, user), photoRejectionsOf(store, user.id)]);
  const photo = ownPhotos(user.id, photos)[0] ?? null;
  return { photo, rejection: photo ? null : rejections[0] ?? null };
}

/** What the buttons do, by their names. Another portrait can be added once the present one is removed. */
export const portraitActions: Record<string, (c: MemberContext, body: Body) => Promise<Result<unknown>>> = {
  async portrait(c, { portrait }) {
    const { deps, signedIn: { user } } = c.var;
    if (!(portrait instanceof File) || portrait.size === 0) {
      return refuse("invalid", { fields: { portrait: "required" } });
    }
    return await keepPhoto(deps, user, portrait, "portrait");
  },
  async removePortrait(c) {
    const { deps, signedIn: { user } } = c.var;
    const [photo] = await photosOf(deps.store, user);
    return photo ? await dropPhoto(deps, user.id, photo.id) : refuse("not_found");
  },
};

/** The portrait, or a place for one. */
export function PortraitPart({ photo, rejection, error }: Portrait & { error?: string }) {
  const { t, href } = usePage();
  const date = useDate();
  return (
    <section class="about-you flow" aria-labelledby="portrait-title">
      <h2 id="portrait-title">{t("translation:portrait.title")}</h2>
      <p class="soft">{t("translation:portrait.text")}</p>
      {rejection && <Notice tone="bad">{photoRejectionWords(t, date, rejection)}</Notice>}
      {photo
        ? (
          <form class="about-you__portrait" method="post" action={href(aboutPath)}>
            <input type="hidden" name="do" value="removePortrait" />
            <img
              src={photo.sizes.medium ?? photo.path}
              alt={t("translation:portrait.title")}
              width={320}
              height={400}
            />
            <div class="flow">
              <p>{t(`translation:portrait.${photo.isShown ? "shown" : "waiting"}`)}</p>
              <Button type="submit" tone="quiet">{t("translation:portrait.remove")}</Button>
            </div>
          </form>
        )
        : (
          <form class="form" method="post" action={href(aboutPath)} encType="multipart/form-data">
            <input type="hidden" name="do" value="portrait" />
            <Field
              id="portrait"
              type="file"
              name="portrait"
              label={t("translation:portrait.file")}
              hint={t("translation:portrait.hint")}
              error={error}
              accept={photoLimits.types.join(",")}
              required
            />
            <SmallerFiles id="portrait" limits={photoLimits} />
            <div>
              <Button type="submit" tone="quiet">{t("translation:portrait.send")}</Button>
            </div>
          </form>
        )}
    </section>
  );
}
