/** A letter that its reader may read: one sheet, or the original beside its translation. */
import type { ComponentChildren } from "preact";
import { classNames } from "./class_names.ts";
import { Mark } from "./marks.tsx";
import { paragraphsOf } from "./paragraphs.ts";
import { Postmark, type PostmarkProps } from "./postmark.tsx";
import { SealV, SealZh, Wax } from "./seals.tsx";

/** A text as it was written: escaped, with its paragraphs and line breaks. */
export function LetterText({ body, lang, class: extra }: { body: string; lang?: string; class?: string }) {
  const paragraphs = paragraphsOf(body);
  return (
    <div class={classNames("letter__text", extra)} lang={lang}>
      {paragraphs.map((lines, index) => (
        <p key={index} class={isSignature(paragraphs, index) ? "sign" : undefined}>
          {lines.map((line, at) => <Line key={at} line={line} isFirst={at === 0} />)}
        </p>
      ))}
    </div>
  );
}

/** Guesses that a short last paragraph after others is the signature. Only its slant depends on this. */
function isSignature(paragraphs: string[][], index: number): boolean {
  const lines = paragraphs[index]!;
  return index > 0 && index === paragraphs.length - 1 && lines.length <= 2 && lines.join("").length <= 32;
}

function Line({ line, isFirst }: { line: string; isFirst: boolean }) {
  return <>{!isFirst && <br />}{line}</>;
}

export interface LetterSide {
  /** BCP 47; the browser chooses glyph forms, font weight and hyphenation by it. */
  lang: string;
  body: string;
  /** E.g. "Original". */
  label: string;
  /** E.g. "Russian". */
  languageName: string;
}

export interface LetterTranslation extends LetterSide {
  /** E.g. "Translated by Nadia Hrytsenko". */
  author: string;
  /** The page that introduces the author; null if there is none. */
  authorHref?: string | null;
  /** Under the author, e.g. the date. */
  note?: string;
}

export interface Enclosure {
  /** Address of the small picture; `width` and `height` are its size in pixels. */
  src: string;
  width: number;
  height: number;
  /** Address of the large picture. */
  href: string;
  alt: string;
}

interface LetterSheetProps {
  /** Unique on the page; names the article by its first line. */
  id: string;
  /** Who writes to whom, e.g. "Daria" to "you". */
  from: ComponentChildren;
  /** At the upper right, as on any letter; without `place` if it is not known. */
  date: { iso: string; text: string; place?: string };
  postmark?: PostmarkProps;
  /** E.g. "New". */
  mark?: string;
  original: LetterSide;
  translation?: LetterTranslation | null;
  enclosures?: readonly Enclosure[];
  /** Between the text and the last line: what the reader must know or may ask for. */
  notes?: ComponentChildren;
  /** The last line: who wrote or translated it, what was enclosed, when it was read, what it cost. */
  colophon?: ComponentChildren;
  /** At the end of the last line: actions for the letter. */
  more?: ComponentChildren;
  /** Whether the reader has just opened it: the wax breaks, once. */
  isJustOpened?: boolean;
  seal?: "v" | "zh";
}

export function LetterSheet(
  {
    id,
    from,
    date,
    postmark,
    mark,
    original,
    translation,
    enclosures = [],
    notes,
    colophon,
    more,
    isJustOpened,
    seal = "v",
  }: LetterSheetProps,
) {
  return (
    // Focusable: a link to this letter moves the focus here.
    <article class="letter" aria-labelledby={`${id}-from`} id={id} tabIndex={-1}>
      {isJustOpened && <BrokenSeal />}
      <header>
        <span id={`${id}-from`}>{from}</span>
        {mark && <Mark tone="ink">{mark}</Mark>}
        <p class="letter__place end">
          {date.place}
          <time datetime={date.iso}>{date.text}</time>
        </p>
        {postmark && <Postmark {...postmark} />}
      </header>
      {translation
        ? <Bifolium original={original} translation={translation} seal={seal} />
        : <LetterText body={original.body} lang={original.lang} class="letter__single" />}
      {enclosures.length > 0 && (
        <ul class="enclosures">
          {enclosures.map(({ src, width, height, href, alt }) => (
            <li key={href}>
              <a class="enclosure" href={href}>
                <img src={src} alt={alt} width={width} height={height} loading="lazy" decoding="async" />
              </a>
            </li>
          ))}
        </ul>
      )}
      {(notes || colophon || more) && (
        <footer>
          {notes}
          <p class="letter__colophon">{colophon}</p>
          {more}
        </footer>
      )}
    </article>
  );
}

/** The two halves of the wax that closed the letter, as they fall off the sheet. */
function BrokenSeal() {
  return (
    <span class="letter__broken" aria-hidden="true">
      <Wax />
      <Wax />
    </span>
  );
}

interface BifoliumProps {
  original: LetterSide;
  translation: LetterTranslation;
  seal: "v" | "zh";
}

function Bifolium({ original, translation, seal }: BifoliumProps) {
  return (
    <div class="bifolium">
      <section>
        <SideHead side={original} />
        <LetterText body={original.body} lang={original.lang} />
      </section>
      <section>
        <SideHead side={translation} />
        <LetterText body={translation.body} lang={translation.lang} />
        <p class="hand">
          {seal === "v" ? <SealV /> : <SealZh />}
          <span>
            {translation.authorHref ? <a href={translation.authorHref}>{translation.author}</a> : translation.author}
            {translation.note && <small class="faint">{translation.note}</small>}
          </span>
        </p>
      </section>
    </div>
  );
}

function SideHead({ side }: { side: LetterSide }) {
  return (
    <h3>
      {side.label} <span>{side.languageName}</span>
    </h3>
  );
}
