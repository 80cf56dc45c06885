/** The people whom the reader corresponds with, newest first. */
import type { ComponentChildren } from "preact";
import { Icon } from "./icon.tsx";
import { Avatar, Badge } from "./marks.tsx";

export interface PersonView {
  id: number;
  href: string;
  name: ComponentChildren;
  avatar: string;
  date?: { iso: string; text: string };
  /** One line: the last words, or that a letter is sealed. */
  what?: ComponentChildren;
  isLocked?: boolean;
  isCurrent?: boolean;
  unreadCount?: number;
  unreadLabel?: string;
}

/** A list of people, each line one link; `label` names the navigation around it. */
export function People({ people, label }: { people: readonly PersonView[]; label: string }) {
  return (
    <nav class="people-nav" aria-label={label}>
      <ul class="people">
        {people.map((person) => <Person key={person.id} person={person} />)}
      </ul>
    </nav>
  );
}

function Person({ person }: { person: PersonView }) {
  return (
    <li>
      <Avatar src={person.avatar} />
      <a class="whole" href={person.href} aria-current={person.isCurrent ? "true" : undefined}>{person.name}</a>
      {person.date && <time datetime={person.date.iso}>{person.date.text}</time>}
      {person.what && (
        <p class="what">
          {person.isLocked && <Icon name="lock" />}
          <span>{person.what}</span>
        </p>
      )}
      <Badge count={person.unreadCount ?? 0} label={person.unreadLabel} />
    </li>
  );
}
