/** The head of a section: its title and, at the end of the line, a link to the whole list. */
import type { ComponentChildren } from "preact";

interface SectionHeadProps {
  /** The title's id, for the section's `aria-labelledby`. */
  id: string;
  title: ComponentChildren;
  more?: { href: string; label: string };
}

export function SectionHead({ id, title, more }: SectionHeadProps) {
  return (
    <div class="section__head">
      <h2 id={id}>{title}</h2>
      {more && <a href={more.href}>{more.label}</a>}
    </div>
  );
}
