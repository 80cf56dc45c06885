/** A person's own gallery. Without a script everything but cropping works by forms; with it nothing reloads. */
import { useEffect, useRef, useState } from "react";
import { Button } from "../../components/buttons.tsx";
import { FieldError } from "../../components/fields.tsx";
import { Icon } from "../../components/icon.tsx";
import { usePage } from "../../components/page_context.ts";
import { Card, type CardAction } from "./card.tsx";
import { Cropper } from "./cropper.tsx";
import { addPhotosForm, type OwnPhoto, photoLimits, photosMax } from "./state.ts";
import { type Arrival, type Gallery, useGallery } from "./use_gallery.ts";

interface PhotoGalleryProps {
  photos: OwnPhoto[];
  userId: number;
  /** The page that takes the forms. */
  action: string;
  /** The server's errors about files that were sent by a form. */
  errors: string[];
}

/** How many squares a wide screen has in a row: the first row is filled up with empty places. */
const rowPlaces = 5;

export default function PhotoGallery({ photos, userId, action, errors }: PhotoGalleryProps) {
  const { t } = usePage();
  const say = (key: string, values?: Record<string, unknown>) => t(`islands:photo_gallery.${key}`, values);
  const [told, tell] = useState("");
  const gallery = useGallery(photos, userId, (name) => tellAnew(say("arrived", { name })));
  const [cutting, setCutting] = useState<OwnPhoto | null>(null);
  const files = useRef<HTMLInputElement>(null);
  // Without a script photos are sent as they are, so only the types that the server takes may be chosen.
  const [isAwake, setAwake] = useState(false);
  useEffect(() => setAwake(true), []);
  const dragged = useRef<number | null>(null);

  /** The same words a second time are only heard if they were gone in between. */
  function tellAnew(words: string): void {
    tell("");
    requestAnimationFrame(() => tell(words));
  }

  function move(id: number, to: number, focus?: string): void {
    gallery.move(id, to);
    tellAnew(say("moved", { n: to + 1, count: gallery.photos.length }));
    // An element that is moved loses the focus, and at an end of the list its button is disabled.
    if (focus) {
      requestAnimationFrame(() => {
        const buttons = [focus, focus === "earlier" ? "later" : "earlier"].map((name) =>
          document.getElementById(`${name}-${id}`) as HTMLButtonElement | null
        );
        buttons.find((button) => button && !button.disabled)?.focus();
      });
    }
  }

  async function act(photo: OwnPhoto, action: CardAction, caption: string): Promise<void> {
    const at = gallery.photos.indexOf(photo);
    if (action === "earlier") move(photo.id, at - 1, action);
    if (action === "later") move(photo.id, at + 1, action);
    if (action === "main") move(photo.id, 0, "later");
    if (action === "caption" && await gallery.caption(photo.id, caption)) tellAnew(say("captionKept"));
    if (action === "remove" && await gallery.remove(photo.id)) {
      tellAnew(say("removed"));
      files.current?.focus();
    }
  }

  const total = gallery.photos.length + gallery.arrivals.length;
  return (
    <div class="photo-desk">
      <form id={addPhotosForm} class="form" method="post" action={action} encType="multipart/form-data">
        <div class="field">
          <label class="btn btn--quiet" for="photo-files" hidden={total >= photosMax}>{say("add")}</label>
          <input
            ref={files}
            id="photo-files"
            type="file"
            name="photos"
            accept={isAwake ? "image/*" : photoLimits.types.join(",")}
            multiple
            disabled={total >= photosMax}
            aria-describedby="photo-files-hint"
            onChange={(event) => {
              gallery.add(event.currentTarget.files ?? []);
              event.currentTarget.value = "";
            }}
          />
          <p class="hint" id="photo-files-hint">
            {say(isAwake ? "hintSmaller" : "hint", { n: total, most: photosMax })}
          </p>
          <Faults gallery={gallery} errors={errors} />
        </div>
        <div class="only-scriptless">
          <Button type="submit" name="do" value="add">{say("send")}</Button>
        </div>
      </form>
      {gallery.arrivals.length > 0 && (
        <ul class="arrivals">
          {gallery.arrivals.map((arrival) => (
            <Coming
              key={arrival.key}
              arrival={arrival}
              gallery={gallery}
              onPressed={() => files.current?.focus()}
            />
          ))}
        </ul>
      )}
      <ol class="photo-grid">
        {gallery.photos.map((photo, at) => (
          <Card
            key={photo.id}
            photo={photo}
            at={at}
            count={gallery.photos.length}
            action={action}
            onAction={(action, caption) => void act(photo, action, caption)}
            onCrop={() => setCutting(photo)}
            onDragStart={() => void (dragged.current = photo.id)}
            onDrop={() => {
              if (dragged.current !== null && dragged.current !== photo.id) move(dragged.current, at);
              dragged.current = null;
            }}
          />
        ))}
        {/* The empty places of the first row can be pressed as well; screen readers have the button above. */}
        {Array.from(
          { length: Math.max(0, rowPlaces - total) },
          (_, at) => (
            <li key={`place${at}`} class="free" aria-hidden="true">
              <label class="btn btn--quiet" for="photo-files">
                <Icon name="plus" />
              </label>
            </li>
          ),
        )}
      </ol>
      <p class="visually-hidden" role="status">{told}</p>
      {cutting && (
        <Cropper
          key={cutting.id}
          photo={cutting}
          onDone={async (square) => {
            setCutting(null);
            if (square && await gallery.crop(cutting.id, square)) tell(say("crop.kept"));
          }}
        />
      )}
    </div>
  );
}

interface ComingProps {
  arrival: Arrival;
  gallery: Gallery;
  /** After a button that goes away once it is pressed. */
  onPressed: () => void;
}

function Coming(
  { arrival: { key, file: { name }, state, progress, error, mayRetry }, gallery, onPressed }: ComingProps,
) {
  const { t } = usePage();
  const say = (word: string) => t(`islands:photo_gallery.${word}`, { name });
  const press = (act: (key: number) => void) => () => {
    act(key);
    onPressed();
  };
  return (
    <li>
      <span>{name}</span>
      {state !== "failed" && <progress class="progress" value={progress} max={1} aria-label={say("coming")} />}
      {state === "failed" && (
        <>
          <span class="error" role="alert">{error ?? say("lost")}</span>
          {mayRetry && <Button small tone="quiet" onClick={press(gallery.retry)}>{say("again")}</Button>}
          <Button small tone="plain" onClick={press(gallery.dismiss)}>{say("dismiss")}</Button>
        </>
      )}
    </li>
  );
}

function Faults({ gallery, errors }: { gallery: Gallery; errors: string[] }) {
  const { t } = usePage();
  const say = (key: string, name = "") => t(`islands:photo_gallery.${key}`, { name });
  const faults = [
    ...errors,
    ...gallery.unfit.map(({ name, why }) => say(`unfit.${why}`, name)),
    ...(gallery.failure === undefined ? [] : [gallery.failure ?? say("lost")]),
  ];
  return (
    <div role="alert">
      {faults.length > 0 && (
        <FieldError id="photo-files" label={say("add")}>
          {faults.map((fault, at) => <span key={at}>{fault}</span>)}
        </FieldError>
      )}
    </div>
  );
}
