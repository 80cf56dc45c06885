/**
 * Opens the pictures of a letter or a profile large, on top of the page: turned by buttons, arrow keys and swipes. Without
 * it each small picture is a plain link to its large one.
 */
import { useEffect, useRef, useState } from "react";
import { Icon } from "../../components/icon.tsx";
import { usePage } from "../../components/page_context.ts";
import { isPlainClick, moved, type Shown, swiped } from "./state.ts";

const lists = ".enclosures, .gallery";

export default function PictureViewer({ ofProfile = false }: { ofProfile?: boolean }) {
  const { t } = usePage();
  const dialog = useRef<HTMLDialogElement>(null);
  const [shown, setShown] = useState<Shown | null>(null);

  useEffect(() => {
    const gone = new AbortController();
    // Before all others, who would take the click for the beginning of a journey.
    addEventListener("click", (event) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>("a.enclosure, .gallery figure > a");
      const list = link?.closest(lists);
      if (!link || !list || !isPlainClick(event)) return;
      event.preventDefault();
      const links = [...list.querySelectorAll<HTMLAnchorElement>("a.enclosure, figure > a")];
      const pictures = links.map(({ href, dataset, firstElementChild }) => {
        const alt = (firstElementChild as HTMLImageElement | null)?.alt ?? "";
        return { href, alt, caption: dataset.caption ?? alt, lang: dataset.captionLang };
      });
      setShown({ pictures, at: links.indexOf(link) });
      // The dialog gives the focus back to the link when it closes.
      dialog.current?.showModal();
    }, { capture: true, signal: gone.signal });
    return () => gone.abort();
  }, []);

  const turn = (by: number) => setShown((now) => now && moved(now, by));
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === "ArrowRight") turn(1);
    if (key === "ArrowLeft") turn(-1);
  };
  const begun = useRef<Touch | null>(null);
  const onTouchStart = ({ touches }: TouchEvent) => {
    // Two fingers make the picture larger and turn nothing.
    begun.current = touches.length === 1 ? touches[0]! : null;
  };
  const onTouchEnd = ({ changedTouches }: TouchEvent) => {
    if (begun.current && changedTouches[0]) turn(swiped(begun.current, changedTouches[0]));
    begun.current = null;
  };
  const picture = shown?.pictures[shown.at];
  const total = shown?.pictures.length ?? 0;
  const say = (key: string) => t(`islands:picture_viewer.${key}`);

  return (
    <dialog
      class="viewer"
      ref={dialog}
      aria-label={say(ofProfile ? "gallery" : "label")}
      closedby="any"
      onKeyDown={onKeyDown}
      onTouchStart={onTouchStart}
      onTouchEnd={onTouchEnd}
      onClose={() => setShown(null)}
    >
      {picture && (
        <figure>
          <img key={picture.href} src={picture.href} alt={picture.alt} />
          <figcaption aria-live="polite" lang={picture.lang}>{picture.caption}</figcaption>
        </figure>
      )}
      <form method="dialog">
        {total > 1 && (
          <>
            <button type="button" aria-label={say("previous")} onClick={() => turn(-1)}>
              <Icon name="left" />
            </button>
            <button type="button" aria-label={say("next")} onClick={() => turn(1)}>
              <Icon name="right" />
            </button>
          </>
        )}
        <button aria-label={say("close")}>
          <Icon name="close" />
        </button>
      </form>
    </dialog>
  );
}
