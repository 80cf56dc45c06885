/** One photo of the gallery: its square, its state, its caption and its actions. Without a script it is a plain form. */
import { Button, IconButton } from "../../components/buttons.tsx";
import { Icon } from "../../components/icon.tsx";
import { Mark } from "../../components/marks.tsx";
import { usePage } from "../../components/page_context.ts";
import { captionMax, type OwnPhoto, photoAnchor } from "./state.ts";

/** The values of a card's buttons in its form. */
export type CardAction = "caption" | "earlier" | "later" | "main" | "remove";

interface CardProps {
  photo: OwnPhoto;
  /** The place of the photo, from 0, among `count`. */
  at: number;
  count: number;
  action: string;
  onAction: (action: CardAction, caption: string) => void;
  onCrop: () => void;
  onDragStart: () => void;
  onDrop: () => void;
}

/** The two ways in which a photo moves, each with the place from which it goes no further. */
const moves = [
  { name: "earlier", icon: "left", end: () => 0 },
  { name: "later", icon: "right", end: (count: number) => count - 1 },
] as const;

export function Card({ photo, at, count, action, onAction, onCrop, onDragStart, onDrop }: CardProps) {
  const { t } = usePage();
  const n = at + 1;
  const say = (key: string) => t(`islands:photo_gallery.${key}`, { n, count, caption: photo.wishedCaption ?? "" });
  const { id, wishedCaption, isMain, isShown } = photo;
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const action = (event.submitter as HTMLButtonElement | null)?.value ?? "caption";
    onAction(action as CardAction, (form.elements.namedItem("caption") as HTMLInputElement).value);
  };
  return (
    <li
      id={photoAnchor(id)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        onDrop();
      }}
    >
      <figure>
        <img
          src={photo.pathOfQuad}
          alt={say("one")}
          width={320}
          height={320}
          loading={at > 7 ? "lazy" : undefined}
          draggable
          onDragStart={onDragStart}
        />
        {(isMain || !isShown) && (
          <figcaption>
            <Mark tone="ink">{say(isMain ? "main" : "waiting")}</Mark>
          </figcaption>
        )}
      </figure>
      <form method="post" action={action} onSubmit={onSubmit}>
        <input type="hidden" name="id" value={id} />
        <div class="caption">
          <input
            class="input"
            name="caption"
            aria-label={say("captionOf")}
            placeholder={say("caption")}
            maxLength={captionMax}
            autocomplete="off"
            defaultValue={wishedCaption ?? photo.caption}
          />
          <Button type="submit" name="do" value="caption" tone="plain" small aria-label={say("saveOf")}>
            {say("save")}
          </Button>
        </div>
        {wishedCaption && <p class="hint">{say("captionWaits")}</p>}
        <div class="tools">
          {count > 1 && moves.map(({ name, icon, end }) => (
            <IconButton
              key={name}
              id={`${name}-${id}`}
              type="submit"
              name="do"
              value={name}
              icon={icon}
              label={say(name)}
              tone="plain"
              disabled={at === end(count)}
            />
          ))}
          {!isMain && (
            <IconButton type="submit" name="do" value="main" icon="star" label={say("makeMain")} tone="plain" />
          )}
          {photo.crop && (
            <IconButton class="only-scripted" icon="shrink" label={say("crop.open")} tone="plain" onClick={onCrop} />
          )}
          <details>
            <summary class="btn btn--plain btn--icon" aria-label={say("remove")}>
              <Icon name="trash" />
            </summary>
            <Button type="submit" name="do" value="remove" tone="quiet" small>{say("removeSurely")}</Button>
          </details>
        </div>
      </form>
    </li>
  );
}
