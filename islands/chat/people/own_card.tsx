/** The person's own card above the lists: name and number, a menu of settings, and the state of the connection. */
import type { ComponentChildren } from "preact";
import { useRef, useState } from "react";
import { nameLengthMax } from "../../../chat/shared/limits.ts";
import { Button } from "../../../components/buttons.tsx";
import { Switch } from "../../../components/choices.tsx";
import { Field } from "../../../components/fields.tsx";
import { Icon } from "../../../components/icon.tsx";
import { Dialog } from "../../../components/overlays.tsx";
import { usePage } from "../../../components/page_context.ts";
import type { Control } from "../control.ts";
import type { OwnSwitch as Of } from "../types.ts";
import { closeMenu } from "./menu.ts";
import { put, rename } from "./own.ts";

export function OwnCard({ control, checkHref }: { control: Control; checkHref: string }) {
  const { t } = usePage();
  const { me, link } = control.state;
  return (
    <div class="chat__me">
      <details class="menu">
        <summary>
          <b>{me.name}</b>
          <span class="folio">{t("chat:id", { id: me.id })}</span>
          <span class="visually-hidden">{t("chat:settings")}</span>
          <Icon name="down" />
        </summary>
        <div class="chat__own">
          <OwnSwitch control={control} of="allowChat">{t("chat:allow.text")}</OwnSwitch>
          <OwnSwitch control={control} of="allowVideoChat">{t("chat:allow.video")}</OwnSwitch>
          <OwnSwitch control={control} of="translatesMessages">{t("chat:translation.switch")}</OwnSwitch>
          <OwnSwitch control={control} of="relayOnly" aria-describedby="chat-relay-why">
            {t("call:relay.only")}
          </OwnSwitch>
          <p class="chat__why" id="chat-relay-why">
            {t("call:relay.why")} <a href={checkHref} target="_blank" rel="noopener">{t("call:check.link")}</a>
          </p>
          <Button
            tone="quiet"
            small
            disabled={link !== "open"}
            onClick={({ currentTarget }) => {
              closeMenu(currentTarget);
              nameDialog().showModal();
            }}
          >
            {t("chat:name.change")}
          </Button>
        </div>
      </details>
      <NameDialog control={control} />
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

const nameDialog = () => document.getElementById("chat-name") as HTMLDialogElement;

/** Asks for a name, which is typed and never chosen from a list. */
function NameDialog({ control }: { control: Control }) {
  const { t } = usePage();
  const { name } = control.state.me;
  const [error, setError] = useState<string | null>(null);
  const input = useRef<HTMLFormElement>(null);
  const save = async (event: Event) => {
    event.preventDefault();
    const wanted = String(new FormData(input.current!).get("name")).trim();
    if (wanted === "") return setError(t("chat:name.empty"));
    setError(null);
    if (await rename(control, wanted)) nameDialog().close();
    else setError(t("chat:name.refused"));
  };
  return (
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
  );
}
