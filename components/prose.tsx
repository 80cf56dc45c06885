/** A text as its author divided it: paragraphs, and the ends of lines within them. */
import { paragraphsOf } from "./paragraphs.ts";

/** `lang`: where the text is in another language than the page. */
export function Prose({ text, lang }: { text: string; lang?: string }) {
  return (
    <div class="prose" lang={lang}>
      {paragraphsOf(text).map((lines, at) => <p key={at}>{lines.join("\n")}</p>)}
    </div>
  );
}
