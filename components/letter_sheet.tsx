/** A letter that may be read: one sheet, or original and translation beside each other. */
import type { ComponentChildren } from "preact";
import { classNames } from "./class_names.ts";
import { Mark } from "./marks.tsx";
import { paragraphsOf } from "./paragraphs.ts";
import { SealV, SealZh } from "./seals.tsx";

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
  date: { iso: string; text: string };
  /** E.g. "Opened". */
  mark?: string;
  /** His own letters stand a little to the right. */
  isMine?: boolean;
  original: LetterSide;
  translation?: LetterTranslation | null;
  enclosures?: readonly Enclosure[];
  /** The last line: what was enclosed, when it was read, what it cost, buttons. */
  footer?: ComponentChildren;
  seal?: "v" | "zh";
}

export function LetterSheet(
  { id, from, date, mark, isMine, original, translation, enclosures = [], footer, seal = "v" }: LetterSheetProps,
) {
  return (
    <article class={classNames("letter", isMine && "mine")} aria-labelledby={`${id}-from`} id={id}>
      <header>
        <span id={`${id}-from`}>{from}</span>
        {mark && <Mark tone="ink">{mark}</Mark>}
        <time class="end" datetime={date.iso}>{date.text}</time>
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
      {footer && <footer>{footer}</footer>}
    </article>
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
            {translation.author}
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
