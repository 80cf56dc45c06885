/** The row of pictures under a letter: small previews with their progress, a place to add, and what went wrong. */
import { useEffect, useRef } from "react";
import { FieldError } from "../../components/fields.tsx";
import { Icon } from "../../components/icon.tsx";
import { usePage } from "../../components/page_context.ts";
import { Rich } from "../../components/rich.tsx";
import { formatNumber } from "../../i18n/format.ts";
import { type KeptPicture, type Picture, pictureLimits, picturesMax } from "./pictures_state.ts";
import type { Pictures } from "./use_pictures.ts";

/** Without a script pictures are sent as they are, so only the types that the server takes may be chosen. */
const plainAccept = pictureLimits.types.join(",");

interface PlainPicturesProps {
  kept: KeptPicture[];
  errors: readonly string[];
  /** Ends the line, if a letter costs something: its pictures do not. */
  note: string;
}

/** Shown before the script runs, and without it: the pictures that the server has, and a plain file field. */
export function PlainPictures({ kept, errors, note }: PlainPicturesProps) {
  const { t } = usePage();
  const say = (key: string, values?: Record<string, unknown>) => t(`islands:letter_composer.pictures.${key}`, values);
  const describedBy = errors.length > 0 ? "letter-pictures-hint letter-pictures-error" : "letter-pictures-hint";
  return (
    <div class="below enclose">
      {kept.length > 0 && (
        <ul class="photos">
          {kept.map(({ id, thumb, name }, at) => (
            <li key={id}>
              <label class="check">
                <input type="checkbox" name="attachments[]" value={id} checked />
                <img src={thumb} alt={say("one", { n: at + 1, name: name ?? "" })} width={48} height={48} />
              </label>
            </li>
          ))}
        </ul>
      )}
      <div class="only-scriptless">
        <label for="letter-pictures">{say("label")}</label>
        <input
          id="letter-pictures"
          type="file"
          name="attachments[]"
          multiple
          accept={plainAccept}
          aria-describedby={describedBy}
        />
      </div>
      <span id="letter-pictures-hint">{say("hint") + note}</span>
      <Errors errors={errors} />
    </div>
  );
}

interface PictureRowProps {
  all: Pictures;
  /** What the server said about pictures of the letter. */
  errors: readonly string[];
  note: string;
}

export function PictureRow({ all, errors, note }: PictureRowProps) {
  const { t, locale } = usePage();
  const say = (key: string, values?: Record<string, unknown>) => t(`islands:letter_composer.pictures.${key}`, values);
  const { pictures, unfit } = all;
  const add = useRef<HTMLInputElement>(null);
  const faults = [
    ...errors,
    ...unfit.map(({ name, why }) => say(`unfit.${why}`, { name })),
    ...pictures.flatMap(({ state, error, name }) =>
      state === "failed" ? [say("failed", { name, error: error ?? say("lost") })] : []
    ),
  ];
  const remove = (key: number) => {
    all.remove(key);
    // The pressed button is gone with its picture, and the field to add one may be rendered only now.
    requestAnimationFrame(() => add.current?.focus());
  };
  const kept = pictures.filter(({ state }) => state === "kept").length;
  return (
    <div class="below enclose">
      <ul class="photos">
        {pictures.map((picture, at) => (
          <li key={picture.key}>
            <Preview picture={picture} all={all} alt={say("one", { n: at + 1, name: picture.name })} />
            {picture.state === "failed" && picture.mayRetry && (
              <button
                type="button"
                class="again"
                onClick={() => all.retry(picture.key)}
              >
                {say("again")}
              </button>
            )}
            <button
              type="button"
              class="away"
              aria-label={say("remove", { name: picture.name || String(at + 1) })}
              onClick={() => remove(picture.key)}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
        <li hidden={pictures.length >= picturesMax}>
          <label class="add">
            <input
              ref={add}
              type="file"
              multiple
              accept="image/*"
              aria-label={say("add")}
              aria-describedby="letter-pictures-hint"
              onChange={(event) => {
                all.add(event.currentTarget.files ?? []);
                event.currentTarget.value = "";
              }}
            />
            <Icon name="plus" />
          </label>
        </li>
      </ul>
      <span id="letter-pictures-hint">
        {pictures.length > 0
          ? <Rich text={say("count", { n: formatNumber(locale, pictures.length), most: picturesMax }) + note} />
          : say("hintSmaller") + note}
      </span>
      <span class="visually-hidden" role="status">{say("spoken", { count: kept })}</span>
      <Errors errors={faults} />
    </div>
  );
}

/** The server's small picture; until there is one, the device's file, drawn on a canvas because it has no URL. */
function Preview({ picture, all, alt }: { picture: Picture; all: Pictures; alt: string }) {
  const { key, kept, state, progress } = picture;
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) all.draw(key, canvas.current);
  }, [kept === undefined]);
  if (kept) {
    return <img src={kept.thumb} alt={alt} width={48} height={48} onError={() => all.doubt(key)} />;
  }
  return (
    <>
      <canvas ref={canvas} width={96} height={96} role="img" aria-label={alt} />
      {state === "failed"
        ? <Icon name="alert" class="failed" />
        : <progress value={progress} max={1} aria-label={alt} />}
    </>
  );
}

function Errors({ errors }: { errors: readonly string[] }) {
  return (
    <div class="faults" role="alert">
      {errors.length > 0 && (
        <FieldError id="letter-pictures">
          {errors.map((error, at) => <span key={at}>{error}</span>)}
        </FieldError>
      )}
    </div>
  );
}
