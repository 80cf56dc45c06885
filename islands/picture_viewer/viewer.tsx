/** The viewer: one picture large, turned by buttons, arrow keys and swipes. */
import { useEffect, useRef, useState } from "react";
import { Icon } from "../../components/icon.tsx";
import { usePage } from "../../components/page_context.ts";
import { moved, type Shown, swiped } from "./state.ts";

/** Begins at `first`; `onClose` is called once it is closed and the focus is back on the link that opened it. */
export function Viewer({ first, ofProfile, onClose }: { first: Shown; ofProfile: boolean; onClose: () => void }) {
  const { t } = usePage();
  const dialog = useRef<HTMLDialogElement>(null);
  const [shown, setShown] = useState(first);
  useEffect(() => dialog.current!.showModal(), []);

  const turn = (by: number) => setShown((now) => moved(now, by));
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
  const picture = shown.pictures[shown.at]!;
  const total = shown.pictures.length;
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
      onClose={onClose}
    >
      <figure>
        <img key={picture.href} src={picture.href} alt={picture.alt} />
        <figcaption aria-live="polite" lang={picture.lang}>{picture.caption}</figcaption>
      </figure>
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
