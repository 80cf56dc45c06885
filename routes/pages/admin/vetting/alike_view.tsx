/** Photos beside a decision: a person's own, and those of other people that look like them. */
import { usePage } from "../../../../components/page_context.ts";
import { PersonName } from "../../../../components/person_name.tsx";
import type { LadyPhoto } from "../../../../kv/ladies/record.ts";
import { userPath } from "../paths.ts";
import type { AlikeShown } from "./alike.ts";

export function OwnPhotos({ name, photos }: { name: string; photos: readonly LadyPhoto[] }) {
  const { t } = usePage();
  if (photos.length === 0) return null;
  return (
    <ul class="admin__photos">
      {photos.map((photo) => (
        <li key={photo.id}>
          <a href={photo.sizes.large ?? photo.path}>
            <img src={photo.sizes.medium} alt={t("admin:approvals.photoOf", { name })} />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Shows nothing if no other account has such a photo. */
export function AlikePhotos({ alike }: { alike: readonly AlikeShown[] }) {
  const { t, href } = usePage();
  if (alike.length === 0) return null;
  return (
    <section class="flow" aria-labelledby="alike">
      <h3 id="alike">{t("admin:alike.title")}</h3>
      <p class="soft">{t("admin:alike.lead")}</p>
      <ul class="admin__photos">
        {alike.map(({ owner, photo, isSame, isWaiting }) => (
          <li key={photo.id}>
            <a href={href(userPath(owner.id))}>
              {/* The link is named by the person below. */}
              <img src={photo.sizes.medium} alt="" />
              <PersonName name={owner.firstname} id={owner.id} />
            </a>
            <p class="small soft">
              {[t(`admin:alike.${isSame ? "same" : "near"}`), isWaiting && t("admin:alike.waits")]
                .filter(Boolean).join(" · ")}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
