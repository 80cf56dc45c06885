/** A person's name as its owner writes it, alone and in a sentence: one in characters says on other pages that it is Chinese. */
import { Fragment } from "preact";
import { langOfName } from "../i18n/names.ts";
import { usePage } from "./page_context.ts";

/** With the number of the account, where there is one to tell. */
export function PersonName({ name, id }: { name: string; id?: number }) {
  const { locale } = usePage();
  const lang = langOfName(locale, name);
  return (
    <>
      {lang ? <span lang={lang}>{name}</span> : name}
      {id !== undefined && ` #${id}`}
    </>
  );
}

interface NamedProps {
  /** A sentence of the catalogue that has the name in it. */
  sentence: string;
  name: string;
}

export function SentenceWithName({ sentence, name }: NamedProps) {
  const { locale } = usePage();
  if (langOfName(locale, name) === undefined) return <>{sentence}</>;
  return (
    <>
      {sentence.split(name).map((piece, at) => (
        <Fragment key={at}>
          {at > 0 && <PersonName name={name} />}
          {piece}
        </Fragment>
      ))}
    </>
  );
}

/**
 * The label of a button or link that stands beside a person: `short` is seen, the sentence is heard. An `aria-label` would have
 * one language for both of its parts.
 */
export function LabelWithName({ short, ...named }: NamedProps & { short: string }) {
  return (
    <>
      <span aria-hidden="true">{short}</span>
      <span class="visually-hidden">
        <SentenceWithName {...named} />
      </span>
    </>
  );
}
