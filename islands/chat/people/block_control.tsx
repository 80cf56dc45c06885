/** Blocking a person: the menu item that begins it, and the button that undoes it. */
import { useEffect, useRef } from "react";
import { Button } from "../../../components/buttons.tsx";
import { Icon } from "../../../components/icon.tsx";
import { usePage } from "../../../components/page_context.ts";
import type { Control } from "../control.ts";
import type { Person } from "../types.ts";
import { block } from "./block.ts";
import { closeMenu } from "./menu.ts";

interface Props {
  control: Control;
  person: Person;
}

export function BlockButton({ control, person, onBlock }: Props & { onBlock: () => void }) {
  const { t } = usePage();
  if (control.state.blockedIds.has(person.id)) return null;
  return (
    <li>
      <button
        type="button"
        aria-label={t("chat:block.label", { name: person.name })}
        onClick={({ currentTarget }) => {
          closeMenu(currentTarget);
          onBlock();
        }}
      >
        {t("chat:block.do")} <Icon name="block" />
      </button>
    </li>
  );
}

/** Stands in place of all buttons that begin something with a person, if she or he is blocked. */
export function Unblock({ control, person }: Props) {
  const { t } = usePage();
  const place = useRef<HTMLSpanElement>(null);
  // The control that had the focus is gone, or hidden in the menu: the focus goes to the button that undoes the block.
  useEffect(() => {
    const { activeElement } = document;
    const isFree = !activeElement || activeElement === document.body || activeElement.closest(".chat__more");
    if (isFree) place.current!.querySelector("button")!.focus();
  }, []);
  return (
    <span ref={place}>
      <Button tone="quiet" onClick={() => void block(control, person.id, false)}>
        {t("chat:block.undo")}
      </Button>
    </span>
  );
}
