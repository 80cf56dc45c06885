/** The person's own card above the lists: name and number, a menu of settings, and the state of the connection. */
import type { ComponentChildren } from "preact";
import { Button } from "../../../components/buttons.tsx";
import { Icon } from "../../../components/icon.tsx";
import { usePage } from "../../../components/page_context.ts";
import { Switch } from "../../../components/switch.tsx";
import { gapOf } from "../../../i18n/locales.ts";
import type { Control } from "../control.ts";
import type { OwnSwitch as Of } from "../types.ts";
import { closeMenu } from "./menu.ts";
import { put } from "./own.ts";

interface OwnCardProps {
  control: Control;
  checkHref: string;
  /** Asks for another name. */
  onName: () => void;
}

export function OwnCard({ control, checkHref, onName }: OwnCardProps) {
  const { t, locale } = usePage();
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
            {t("call:relay.why")}
            {gapOf(locale)}
            <a href={checkHref} target="_blank" rel="noopener">{t("call:check.link")}</a>
          </p>
          <Button
            tone="quiet"
            small
            disabled={link !== "open"}
            onClick={({ currentTarget }) => {
              closeMenu(currentTarget);
              onName();
            }}
          >
            {t("chat:name.change")}
          </Button>
        </div>
      </details>
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
