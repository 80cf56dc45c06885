/** A sentence of the catalogue in which some words are emphasised or linked: `<b>three</b> of six`. */
import { type ComponentChildren, Fragment } from "preact";

export type RichTags = Record<string, (words: ComponentChildren) => ComponentChildren>;

const plainTags: RichTags = {
  strong: (words) => <strong>{words}</strong>,
  b: (words) => <b>{words}</b>,
  em: (words) => <em>{words}</em>,
};

interface RichProps {
  text: string;
  /** Further tags by name, e.g. `{ terms: (words) => <a href="/terms">{words}</a> }`. */
  tags?: RichTags;
}

/** Renders the known tags of a text. Unknown tags stay visible as text; nothing is ever treated as HTML. */
export function Rich({ text, tags }: RichProps) {
  const known = { ...plainTags, ...tags };
  // Every third piece is plain text; the name and the words of a tag follow it.
  const pieces = text.split(/<(\w+)>(.*?)<\/\1>/s);
  const starts = pieces.flatMap((_, index) => index % 3 === 0 ? [index] : []);
  return (
    <>
      {/* Fragments, because precompiled JSX escapes bare strings of an array twice. */}
      {starts.map((start) => (
        <Fragment key={start}>
          {pieces[start]}
          {start + 2 < pieces.length && tagged(known, pieces[start + 1]!, pieces[start + 2]!)}
        </Fragment>
      ))}
    </>
  );
}

function tagged(known: RichTags, name: string, words: string): ComponentChildren {
  const render = Object.hasOwn(known, name) ? known[name] : undefined;
  return render ? render(words) : `<${name}>${words}</${name}>`;
}
