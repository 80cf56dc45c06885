/** Oneself above the lists: name and number, what one takes, and how the line stands. */
import { useRef, useState } from "react";
import { Button } from "../../components/buttons.tsx";
import { Switch } from "../../components/choices.tsx";
import { Field } from "../../components/fields.tsx";
import { Dialog } from "../../components/overlays.tsx";
import { usePage } from "../../components/page_context.ts";
import { nameLengthMax } from "../../chat/shared/limits.ts";
import type { Control } from "./control.ts";
import { allow, relayOnly, rename } from "./own.ts";

export function OwnCard({ control, checkHref }: { control: Control; checkHref: string }) {
  const { t } = usePage();
  const { me, link } = control.state;
  return (
    <div class="chat__me">
      <div class="line">
        <b>{me.name}</b>
        <span class="folio">{t("chat:id", { id: me.id })}</span>
        <NameChange control={control} />
      </div>
      <Switch
        checked={me.allowChat}
        disabled={link !== "open"}
        onChange={({ currentTarget }) => allow(control, "text", currentTarget.checked)}
      >
        {t("chat:allow.text")}
      </Switch>
      <Switch
        checked={me.allowVideoChat}
        disabled={link !== "open"}
        onChange={({ currentTarget }) => allow(control, "video", currentTarget.checked)}
      >
        {t("chat:allow.video")}
      </Switch>
      <Switch
        checked={me.relayOnly}
        disabled={link !== "open"}
        aria-describedby="chat-relay-why"
        onChange={({ currentTarget }) => void relayOnly(control, currentTarget.checked)}
      >
        {t("call:relay.only")}
      </Switch>
      <p class="chat__why" id="chat-relay-why">
        {t("call:relay.why")} <a href={checkHref}>{t("call:check.link")}</a>
      </p>
      <p class={`chat__line chat__line--${link}`} role="status">{link === "open" ? "" : t(`chat:link.${link}`)}</p>
    </div>
  );
}

/** A name of one's own is asked for, never taken from a list. */
function NameChange({ control }: { control: Control }) {
  const { t } = usePage();
  const { name } = control.state.me;
  const [error, setError] = useState<string | null>(null);
  const input = useRef<HTMLFormElement>(null);
  const dialog = () => document.getElementById("chat-name") as HTMLDialogElement;
  const save = async (event: Event) => {
    event.preventDefault();
    const wanted = String(new FormData(input.current!).get("name")).trim();
    if (wanted === "") return setError(t("chat:name.empty"));
    setError(null);
    if (await rename(control, wanted)) dialog().close();
    else setError(t("chat:name.refused"));
  };
  return (
    <>
      <Button tone="plain" onClick={() => dialog().showModal()} disabled={control.state.link !== "open"}>
        {t("chat:name.change")}
      </Button>
      <Dialog
        id="chat-name"
        title={t(name === "" ? "chat:name.enter" : "chat:name.title")}
        closeLabel={t("chat:close")}
        actions={<button class="btn" form="chat-name-form">{t("chat:name.save")}</button>}
      >
        <form id="chat-name-form" ref={input} onSubmit={save} noValidate>
          <Field
            id="chat-name-field"
            name="name"
            label={t("chat:name.label")}
            defaultValue={name}
            maxlength={nameLengthMax}
            autocomplete="given-name"
            error={error}
          />
        </form>
      </Dialog>
    </>
  );
}
