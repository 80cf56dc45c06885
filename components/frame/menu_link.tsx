/** One item of a menu: its word, whether it is the current page, and the number of new letters. */
import type { ComponentChildren } from "preact";
import { Icon } from "../icon.tsx";
import { Badge } from "../marks.tsx";
import { usePage } from "../page_context.ts";
import { currentMark } from "./menus.ts";
import { destinationOf } from "./not_yet.ts";
import type { MenuLink } from "./types.ts";

export function MenuItem({ link, children }: { link: MenuLink; children?: ComponentChildren }) {
  const { t, href, path } = usePage();
  return (
    <a href={href(destinationOf(link.path))} aria-current={currentMark(link, path)}>
      {t(link.word)}
      {link.newCount !== undefined && <NewMark count={link.newCount} />}
      {children}
    </a>
  );
}

/** The blinking envelope with the number of new letters; hidden if there are none. */
function NewMark({ count }: { count: number }) {
  const { t } = usePage();
  return (
    <span class="new-mail" data-new="total" hidden={count === 0}>
      <span class="new-mail__icon">
        <Icon name="envelope" />
      </span>
      <Badge count={count} label={` ${t("common:newLetters")}`} live="total" />
    </span>
  );
}
