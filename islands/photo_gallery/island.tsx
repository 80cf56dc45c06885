/** The desk of one's gallery. Without a script everything but cutting works by forms; with it nothing reloads. */
import { useRef, useState } from "react";
import { Button } from "../../components/buttons.tsx";
import { FieldError } from "../../components/fields.tsx";
import { usePage } from "../../components/page_context.ts";
import { Card, type CardDeed } from "./card.tsx";
import { Cropper } from "./cropper.tsx";
import { type OwnPhoto, photosMax } from "./state.ts";
import { type Arrival, type GalleryDesk, useGallery } from "./use_gallery.ts";

interface PhotoGalleryProps {
  photos: OwnPhoto[];
  userId: number;
  /** The page that takes the forms. */
  action: string;
  /** What the server said of files that came by a form. */
  errors: string[];
}

export default function PhotoGallery({ photos, userId, action, errors }: PhotoGalleryProps) {
  const { t } = usePage();
  const say = (key: string, values?: Record<string, unknown>) => t(`islands:photo_gallery.${key}`, values);
  const desk = useGallery(photos, userId);
  const [cutting, setCutting] = useState<OwnPhoto | null>(null);
  const [told, tell] = useState("");
  const files = useRef<HTMLInputElement>(null);
  const dragged = useRef<number | null>(null);

  function move(id: number, to: number, focus?: string): void {
    desk.move(id, to);
    tell(say("moved", { n: to + 1, count: desk.photos.length }));
    // What is moved in the page loses the focus, and at an end its button sleeps.
    if (focus) {
      requestAnimationFrame(() => {
        const buttons = [focus, focus === "earlier" ? "later" : "earlier"].map((name) =>
          document.getElementById(`${name}-${id}`) as HTMLButtonElement | null
        );
        buttons.find((button) => button && !button.disabled)?.focus();
      });
    }
  }

  async function act(photo: OwnPhoto, deed: CardDeed, caption: string): Promise<void> {
    const at = desk.photos.indexOf(photo);
    if (deed === "earlier") move(photo.id, at - 1, deed);
    if (deed === "later") move(photo.id, at + 1, deed);
    if (deed === "main") move(photo.id, 0, "later");
    if (deed === "caption" && await desk.caption(photo.id, caption)) tell(say("captionKept"));
    if (deed === "remove" && await desk.remove(photo.id)) {
      tell(say("removed"));
      files.current?.focus();
    }
  }

  const total = desk.photos.length + desk.arrivals.length;
  return (
    <div class="photo-desk">
      <form class="form" method="post" action={action} encType="multipart/form-data">
        <div class="field">
          <label class="btn btn--quiet" for="photo-files" hidden={total >= photosMax}>{say("add")}</label>
          <input
            ref={files}
            id="photo-files"
            type="file"
            name="photos"
            accept="image/jpeg"
            multiple
            disabled={total >= photosMax}
            aria-describedby="photo-files-hint"
            onChange={(event) => {
              desk.add(event.currentTarget.files ?? []);
              event.currentTarget.value = "";
            }}
          />
          <p class="hint" id="photo-files-hint">{say("hint", { n: total, most: photosMax })}</p>
          <Faults desk={desk} errors={errors} />
        </div>
        <div class="only-scriptless">
          <Button type="submit" name="do" value="add">{say("send")}</Button>
        </div>
      </form>
      {desk.arrivals.length > 0 && (
        <ul class="arrivals">
          {desk.arrivals.map((arrival) => <Coming key={arrival.key} arrival={arrival} desk={desk} />)}
        </ul>
      )}
      <ol class="photo-grid">
        {desk.photos.map((photo, at) => (
          <Card
            key={photo.id}
            photo={photo}
            at={at}
            count={desk.photos.length}
            action={action}
            onDeed={(deed, caption) => void act(photo, deed, caption)}
            onCrop={() => setCutting(photo)}
            onDragStart={() => void (dragged.current = photo.id)}
            onDrop={() => {
              if (dragged.current !== null && dragged.current !== photo.id) move(dragged.current, at);
              dragged.current = null;
            }}
          />
        ))}
      </ol>
      <p class="visually-hidden" role="status">{told}</p>
      {cutting && (
        <Cropper
          key={cutting.id}
          photo={cutting}
          onDone={async (square) => {
            setCutting(null);
            if (square && await desk.crop(cutting.id, square)) tell(say("crop.kept"));
          }}
        />
      )}
    </div>
  );
}

function Coming({ arrival: { key, file: { name }, state, progress, error, mayRetry }, desk }: {
  arrival: Arrival;
  desk: GalleryDesk;
}) {
  const { t } = usePage();
  const say = (word: string) => t(`islands:photo_gallery.${word}`, { name });
  return (
    <li>
      <span>{name}</span>
      {state !== "failed" && <progress class="progress" value={progress} max={1} aria-label={say("coming")} />}
      {state === "failed" && (
        <>
          <span class="error" role="alert">{error ?? say("lost")}</span>
          {mayRetry && <Button small tone="quiet" onClick={() => desk.retry(key)}>{say("again")}</Button>}
          <Button small tone="plain" onClick={() => desk.dismiss(key)}>{say("dismiss")}</Button>
        </>
      )}
    </li>
  );
}

function Faults({ desk, errors }: { desk: GalleryDesk; errors: string[] }) {
  const { t } = usePage();
  const say = (key: string, name = "") => t(`islands:photo_gallery.${key}`, { name });
  const faults = [
    ...errors,
    ...desk.unfit.map(({ name, why }) => say(`unfit.${why}`, name)),
    ...(desk.failure === undefined ? [] : [desk.failure ?? say("lost")]),
  ];
  return (
    <div role="alert">
      {faults.length > 0 && (
        <FieldError id="photo-files">{faults.map((fault, at) => <span key={at}>{fault}</span>)}</FieldError>
      )}
    </div>
  );
}
