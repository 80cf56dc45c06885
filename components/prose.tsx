/** A text with the paragraphs and line breaks of its author. */
import { paragraphsOf } from "./paragraphs.ts";

/** `lang` is the language of the text, if it is not the page's. */
export function Prose({ text, lang }: { text: string; lang?: string }) {
  return (
    <div class="prose" lang={lang}>
      {paragraphsOf(text).map((lines, at) => <p key={at}>{lines.join("\n")}</p>)}
    </div>
  );
}
