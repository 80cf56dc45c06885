/** Asks for the person's name, which is typed and never chosen from a list; loaded when it is first wanted. */
import { useEffect, useRef, useState } from "react";
import { Field, FieldError } from "../../../components/fields.tsx";
import { Dialog } from "../../../components/overlays.tsx";
import { usePage } from "../../../components/page_context.ts";

const dialogId = "chat-name";
const fieldId = "chat-name-field";
const dialog = () => document.getElementById(dialogId) as HTMLDialogElement | null;

interface NameDialogProps {
  name: string;
  /** Handed over so that no chunk of limits is shared with the chat. */
  lengthMax: number;
  /** Null if the new name was taken; otherwise why not, empty where no answer came. */
  rename: (name: string) => Promise<string | null>;
  onClose: () => void;
}

export function NameDialog({ name, lengthMax, rename, onClose }: NameDialogProps) {
  const { t } = usePage();
  const [error, setError] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => dialog()!.showModal(), []);
  const save = async (event: Event) => {
    event.preventDefault();
    const wanted = String(new FormData(form.current!).get("name")).trim();
    setError(null);
    const refused = wanted === "" ? t("chat:name.empty") : await rename(wanted);
    // It may have been put away before the answer.
    if (refused === null) return dialog()?.close();
    setError(refused || t("chat:name.unanswered"));
    document.getElementById(fieldId)?.focus();
  };
  return (
    <Dialog
      id={dialogId}
      title={t(name === "" ? "chat:name.enter" : "chat:name.title")}
      closeLabel={t("chat:close")}
      onClose={onClose}
      actions={<button class="btn" form="chat-name-form">{t("chat:name.save")}</button>}
    >
      <form id="chat-name-form" ref={form} onSubmit={save} noValidate>
        <Field
          id={fieldId}
          name="name"
          label={t("chat:name.label")}
          defaultValue={name}
          maxlength={lengthMax}
          autocomplete="given-name"
          aria-invalid={error !== null}
          describedBy={error === null ? undefined : `${fieldId}-error`}
        />
        <div role="alert">{error !== null && <FieldError id={fieldId}>{error}</FieldError>}</div>
      </form>
    </Dialog>
  );
}
