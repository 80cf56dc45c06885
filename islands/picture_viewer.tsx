/** Opens the pictures of a letter large, on top of the page. Without it each small picture is a plain link to its large one. */
import { useEffect, useRef, useState } from "react";
import { Icon } from "../components/icon.tsx";
import { usePage } from "../components/page_context.ts";
import { isPlainClick, moved, type Shown } from "./picture_viewer_state.ts";

export default function PictureViewer() {
  const { t } = usePage();
  const dialog = useRef<HTMLDialogElement>(null);
  const [shown, setShown] = useState<Shown | null>(null);

  useEffect(() => {
    const gone = new AbortController();
    addEventListener("click", (event) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>("a.enclosure");
      const list = link?.closest(".enclosures");
      if (!link || !list || !isPlainClick(event)) return;
      event.preventDefault();
      const links = [...list.querySelectorAll<HTMLAnchorElement>("a.enclosure")];
      const pictures = links.map(({ href, firstElementChild }) => ({
        href,
        alt: (firstElementChild as HTMLImageElement | null)?.alt ?? "",
      }));
      setShown({ pictures, at: links.indexOf(link) });
      // The dialog gives the focus back to the link when it closes.
      dialog.current?.showModal();
    }, { signal: gone.signal });
    return () => gone.abort();
  }, []);

  const turn = (by: number) => setShown((now) => now && moved(now, by));
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === "ArrowRight") turn(1);
    if (key === "ArrowLeft") turn(-1);
  };
  const picture = shown?.pictures[shown.at];
  const total = shown?.pictures.length ?? 0;
  const say = (key: string) => t(`islands:picture_viewer.${key}`);

  return (
    <dialog
      class="viewer"
      ref={dialog}
      aria-label={say("label")}
      closedby="any"
      onKeyDown={onKeyDown}
      onClose={() => setShown(null)}
    >
      {picture && (
        <figure>
          <img key={picture.href} src={picture.href} alt={picture.alt} />
          <figcaption aria-live="polite">{picture.alt}</figcaption>
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
