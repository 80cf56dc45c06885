/** Keeping somebody away: a quiet button with a question before it, and a line that says so and undoes it. */
import { useEffect, useRef } from "react";
import { Button } from "../../../components/buttons.tsx";
import { Dialog } from "../../../components/overlays.tsx";
import { usePage } from "../../../components/page_context.ts";
import type { Control } from "../control.ts";
import type { Person } from "../types.ts";
import { block } from "./block.ts";

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
    <button
      class="chat__link small soft"
      type="button"
      aria-label={t("chat:block.label", { name: person.name })}
      onClick={() => dialog().showModal()}
    >
      {t("chat:block.do")}
    </button>
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

/** In the place of everything that could be begun with somebody who is blocked. */
export function Unblock({ control, person }: Props) {
  const { t, locale } = usePage();
  const place = useRef<HTMLSpanElement>(null);
  // The button that led here is gone, and with it the focus.
  useEffect(() => {
    if (document.activeElement === document.body) place.current!.parentElement!.querySelector("button")?.focus();
  }, []);
  return (
    <>
      <span ref={place} class="soft small" role="status">{t("chat:block.is", { name: person.name })}</span>
      <Button tone="quiet" onClick={() => void block(control, person.id, false, locale)}>
        {t("chat:block.undo")}
      </Button>
    </>
  );
}
