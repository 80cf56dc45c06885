/** Blocking a person: a menu item that asks for confirmation, and the button that undoes it. */
import { useEffect, useRef } from "react";
import { Button } from "../../../components/buttons.tsx";
import { Icon } from "../../../components/icon.tsx";
import { Dialog } from "../../../components/overlays.tsx";
import { usePage } from "../../../components/page_context.ts";
import type { Control } from "../control.ts";
import type { Person } from "../types.ts";
import { block } from "./block.ts";
import { closeMenu } from "./menu.ts";

interface Props {
  control: Control;
  person: Person;
}

const dialogId = "chat-block";
const dialog = () => document.getElementById(dialogId) as HTMLDialogElement;

export function BlockButton({ control, person }: Props) {
  const { t } = usePage();
  if (control.state.blockedIds.has(person.id)) return null;
  return (
    <li>
      <button
        type="button"
        aria-label={t("chat:block.label", { name: person.name })}
        onClick={({ currentTarget }) => {
          closeMenu(currentTarget);
          dialog().showModal();
        }}
      >
        {t("chat:block.do")} <Icon name="block" />
      </button>
    </li>
  );
}

export function BlockDialog({ control, person }: Props) {
  const { t, locale } = usePage();
  const confirm = () => {
    dialog().close();
    void block(control, person.id, true, locale);
  };
  return (
    <Dialog
      id={dialogId}
      title={t("chat:block.title", { name: person.name })}
      closeLabel={t("chat:close")}
      actions={
        <>
          <Button tone="quiet" onClick={() => dialog().close()}>{t("chat:block.cancel")}</Button>
          <Button onClick={confirm}>{t("chat:block.do")}</Button>
        </>
      }
    >
      <p>{t("chat:block.text")}</p>
    </Dialog>
  );
}

/** Stands in place of all buttons that begin something with a person, if she or he is blocked. */
export function Unblock({ control, person }: Props) {
  const { t, locale } = usePage();
  const place = useRef<HTMLSpanElement>(null);
  // The control that had the focus is gone, or hidden in the menu: the focus goes to the button that undoes the block.
  useEffect(() => {
    const { activeElement } = document;
    const isFree = !activeElement || activeElement === document.body || activeElement.closest(".chat__more");
    if (isFree) place.current!.querySelector("button")!.focus();
  }, []);
  return (
    <span ref={place}>
      <Button tone="quiet" onClick={() => void block(control, person.id, false, locale)}>
        {t("chat:block.undo")}
      </Button>
    </span>
  );
}
