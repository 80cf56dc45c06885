/** Her pictures: one large, the others small. Of those that a guest may not see, only the number is shown. */
import { Icon } from "../../../components/icon.tsx";
import { usePage } from "../../../components/page_context.ts";
import { langOf } from "../../ladies/word_languages.ts";

export interface PhotoView {
  id: number;
  full: string;
  medium: string;
  /** The picture that opens on top of the page. */
  large: string;
  caption?: string;
}

interface GalleryProps {
  name: string;
  photos: readonly PhotoView[];
  photoCount: number;
}

const mainSizes = "(width >= 46rem) 50vw, 92vw";
const smallSizes = "(width >= 64rem) 13vw, (width >= 46rem) 26vw, 22vw";

export function Gallery({ name, photos, photoCount }: GalleryProps) {
  const { t, locale } = usePage();
  const [main, ...others] = photos;
  const withheld = photoCount - photos.length;
  if (!main) return <NoPicture name={name} />;
  const altOf = (n: number, { caption }: PhotoView) => {
    const which = t("profile:picture", { name, n, total: photoCount });
    return caption ? t("profile:pictureCaption", { which, caption }) : which;
  };
  const linkOf = ({ large, caption }: PhotoView) => ({
    href: large,
    "data-caption": caption,
    "data-caption-lang": caption && langOf(locale, caption),
  });
  return (
    <div class="gallery">
      <figure class="main">
        <a {...linkOf(main)}>
          <img
            src={main.full}
            srcset={`${main.medium} 320w, ${main.full} 640w`}
            sizes={mainSizes}
            alt={altOf(1, main)}
            width={640}
            height={800}
            fetchpriority="high"
          />
        </a>
        {photoCount > 1 && (
          <figcaption class="count" aria-hidden="true">{t("profile:count", { n: 1, total: photoCount })}</figcaption>
        )}
      </figure>
      {others.map((photo, index) => (
        <figure key={photo.id}>
          <a {...linkOf(photo)}>
            <img
              src={photo.medium}
              srcset={photo.medium === photo.full ? undefined : `${photo.medium} 320w, ${photo.full} 640w`}
              sizes={smallSizes}
              alt={altOf(index + 2, photo)}
              width={640}
              height={800}
              loading="lazy"
              decoding="async"
            />
          </a>
        </figure>
      ))}
      {withheld > 0 && (
        <figure>
          <div class="kept">
            <Icon name="lock" />
            {t("profile:kept", { count: withheld })}
          </div>
        </figure>
      )}
    </div>
  );
}

function NoPicture({ name }: { name: string }) {
  const { t } = usePage();
  return (
    <div class="gallery">
      <figure class="main">
        <img
          src="/static/images/no-avatar.webp"
          alt={t("profile:noPicture", { name })}
          width={640}
          height={800}
          fetchpriority="high"
        />
      </figure>
    </div>
  );
}
