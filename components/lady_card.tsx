/** A lady in a list: picture, name, age, place, presence. The whole card is one link. */
import type { ComponentChildren, ComponentProps } from "preact";
import { classNames } from "./class_names.ts";
import { Icon } from "./icon.tsx";

export interface LadyCardView {
  id: number;
  href: string;
  name: string;
  age: number;
  place: string;
  /** 640 × 800 and 320 × 400. */
  portrait: { src: string; src320: string };
  isOnline: boolean;
  isNew: boolean;
  onlineLabel: string;
  newLabel: string;
}

interface LadyCardProps {
  lady: LadyCardView;
  /** For the cards that stand in the first screenful. */
  eager?: boolean;
  /** How wide the picture is shown; the default fits a list of four. */
  sizes?: string;
  heading?: "h2" | "h3" | "h4";
  /** Lies over the picture: the button that keeps her among the favourites. */
  children?: ComponentChildren;
}

const listSizes = "(width >= 64rem) 22vw, (width >= 40rem) 30vw, 45vw";

/** A list item; stands inside `Cards`. */
export function LadyCard({ lady, eager, sizes = listSizes, heading: Heading = "h3", children }: LadyCardProps) {
  return (
    <li class="card">
      <div class="picture">
        <img
          src={lady.portrait.src}
          srcset={`${lady.portrait.src320} 320w, ${lady.portrait.src} 640w`}
          sizes={sizes}
          alt=""
          width={640}
          height={800}
          loading={eager ? "eager" : "lazy"}
          decoding="async"
        />
        {lady.isNew && <span class="mark">{lady.newLabel}</span>}
      </div>
      <div class="text">
        <Heading class="name">
          <a href={lady.href}>{lady.name}</a> <span class="age">{lady.age}</span>
          <span class={classNames("dot", lady.isOnline && "dot--on")}>
            {lady.isOnline && <span class="visually-hidden">{lady.onlineLabel}</span>}
          </span>
        </Heading>
        <p class="place">{lady.place}</p>
      </div>
      {children}
    </li>
  );
}

interface CardsProps {
  children: ComponentChildren;
  /** A row that is swept sideways on a phone. */
  strip?: boolean;
  /** Six small cards in a row where there is room. */
  six?: boolean;
  label?: string;
}

export function Cards({ children, strip, six, label }: CardsProps) {
  return (
    <ul class={classNames("cards", six && "cards--6", strip && "cards--strip")} aria-label={label}>
      {children}
    </ul>
  );
}

type KeepRest = Omit<ComponentProps<"button">, "children" | "class" | "className" | "label" | "aria-pressed">;

/** The heart on a card's corner; submits its form, so that it also works without a script. */
export function KeepButton({ label, isKept, ...rest }: { label: string; isKept: boolean } & KeepRest) {
  return (
    <button type="submit" {...rest} class="keep" aria-label={label} aria-pressed={isKept ? "true" : "false"}>
      <Icon name="heart" />
    </button>
  );
}
