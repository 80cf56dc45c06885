/** A sealed letter: what is known without opening it, and the form that opens it. It shows nothing of the content. */
import type { ComponentChildren } from "preact";
import { Wax } from "./seals.tsx";

interface EnvelopeProps {
  /** Unique on the page. */
  id: string;
  title: string;
  /** When it came, how long it is, what is enclosed. */
  about: ComponentChildren;
  /** The language that it is written in, as words. */
  language?: string;
  /** Small print under the button: the credits that remain afterwards. */
  fine?: ComponentChildren;
  /** In the lower corner: actions that do not open the letter. */
  more?: ComponentChildren;
  /** The form with its priced button. */
  children?: ComponentChildren;
}

export function Envelope({ id, title, about, language, fine, more, children }: EnvelopeProps) {
  return (
    <article class="envelope" aria-labelledby={`${id}-title`} id={id} tabIndex={-1}>
      <svg class="folds" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <path d="M0 100L38 52M100 100L62 52" stroke="currentColor" vector-effect="non-scaling-stroke" />
      </svg>
      <svg class="flap" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        <path d="M0 0H100L50 10Z" fill="currentColor" />
      </svg>
      <Wax />
      <div class="inside">
        <h3 id={`${id}-title`}>{title}</h3>
        <p class="soft">{about}</p>
        {children}
        {language && <p class="small">{language}</p>}
        {fine && <p class="small soft">{fine}</p>}
      </div>
      {more}
    </article>
  );
}
