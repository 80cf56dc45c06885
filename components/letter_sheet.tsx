/** A letter that may be read: one sheet, or original and translation beside each other. */
import type { ComponentChildren } from "preact";
import { classNames } from "./class_names.ts";
import { Mark } from "./marks.tsx";
import { paragraphsOf } from "./paragraphs.ts";
import { Postmark, type PostmarkProps } from "./postmark.tsx";
import { SealV, SealZh, Wax } from "./seals.tsx";

/** Text as it was written: escaped, paragraphs kept, newline as line break. */
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

/** A last, short paragraph after others is where the name stands; only its slant depends on this guess. */
function isSignature(paragraphs: string[][], index: number): boolean {
  const lines = paragraphs[index]!;
  return index > 0 && index === paragraphs.length - 1 && lines.length <= 2 && lines.join("").length <= 32;
}

function Line({ line, isFirst }: { line: string; isFirst: boolean }) {
  return <>{!isFirst && <br />}{line}</>;
}

export interface LetterSide {
  /** BCP 47, so that the browser picks forms, font weight and hyphenation. */
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
  /** Where the author is introduced; null where not. */
  authorHref?: string | null;
  /** Under the author, e.g. the date. */
  note?: string;
}

export interface Enclosure {
  /** The small picture, with its size in pixels. */
  src: string;
  width: number;
  height: number;
  /** The large one. */
  href: string;
  alt: string;
}

interface LetterSheetProps {
  /** Unique on the page; names the article by its first line. */
  id: string;
  /** Who writes to whom, e.g. "Daria" to "you". */
  from: ComponentChildren;
  /** At the upper right, as on any letter; `place` is empty where nobody said it. */
  date: { iso: string; text: string; place?: string };
  postmark?: PostmarkProps;
  /** E.g. "New". */
  mark?: string;
  original: LetterSide;
  translation?: LetterTranslation | null;
  enclosures?: readonly Enclosure[];
  /** Between the words and the last line: what its reader has to know or may ask. */
  notes?: ComponentChildren;
  /** The last line: whose hand it is, what was enclosed, when it was read, what it cost. */
  colophon?: ComponentChildren;
  /** At the end of that line: what can be done with the letter. */
  more?: ComponentChildren;
  /** On the page that its opening led to: the wax breaks, once. */
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
    // Whoever follows a link to this very letter goes on from here.
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

/** Two halves of the wax that closed the letter, on their way off the sheet. */
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
