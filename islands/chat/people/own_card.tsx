/** Oneself above the lists: name and number, what one takes, and how the connection stands. */
import type { ComponentChildren } from "preact";
import { useRef, useState } from "react";
import { nameLengthMax } from "../../../chat/shared/limits.ts";
import { Button } from "../../../components/buttons.tsx";
import { Switch } from "../../../components/choices.tsx";
import { Field } from "../../../components/fields.tsx";
import { Dialog } from "../../../components/overlays.tsx";
import { usePage } from "../../../components/page_context.ts";
import type { Control } from "../control.ts";
import type { OwnSwitch as Of } from "../types.ts";
import { put, rename } from "./own.ts";

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
      <OwnSwitch control={control} of="allowChat">{t("chat:allow.text")}</OwnSwitch>
      <OwnSwitch control={control} of="allowVideoChat">{t("chat:allow.video")}</OwnSwitch>
      <OwnSwitch control={control} of="relayOnly" aria-describedby="chat-relay-why">{t("call:relay.only")}</OwnSwitch>
      <OwnSwitch control={control} of="translatesMessages">{t("chat:translation.switch")}</OwnSwitch>
      <p class="chat__why" id="chat-relay-why">
        {t("call:relay.why")} <a href={checkHref}>{t("call:check.link")}</a>
      </p>
      <p class={`chat__line chat__line--${link}`} role="status">{link === "open" ? "" : t(`chat:link.${link}`)}</p>
    </div>
  );
}

interface OwnSwitchProps {
  control: Control;
  of: Of;
  children: ComponentChildren;
  "aria-describedby"?: string;
}

function OwnSwitch({ control, of, ...rest }: OwnSwitchProps) {
  const { me, link } = control.state;
  return (
    <Switch
      {...rest}
      checked={me.wished?.[of] ?? me[of]}
      disabled={link !== "open"}
      onChange={({ currentTarget }) => void put(control, of, currentTarget.checked)}
    />
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
