/** The chat's flashes, placed so that they cover neither the buttons nor the message field. */
import { useEffect, useRef, useState } from "react";
import { Icon } from "../../components/icon.tsx";
import { usePage } from "../../components/page_context.ts";
import type { Control } from "./control.ts";
import type { ChatFlash, ChatPrices } from "./types.ts";

const icons = { info: "info", good: "check", bad: "alert" } as const;

interface FlashesProps {
  control: Control;
  prices: ChatPrices | null;
  contactEmail: string;
}

export function Flashes({ control, prices, contactEmail }: FlashesProps) {
  const { t } = usePage();
  const region = useRef<HTMLElement>(null);
  // Over the messages, wherever these begin now; if none are visible, at the foot of the lists.
  useEffect(() => {
    const talk = document.querySelector<HTMLElement>(".chat__talk");
    const { style } = region.current!;
    if (talk?.offsetParent) style.setProperty("--talk-top", `${Math.round(talk.getBoundingClientRect().top)}px`);
    else style.removeProperty("--talk-top");
  });
  return (
    <section
      ref={region}
      class="toasts chat__flashes"
      role="status"
      aria-live="polite"
      aria-atomic="false"
      aria-label={t("chat:flashes")}
    >
      {control.state.flashes.map((flash) => (
        <Flash key={flash.id} flash={flash} control={control} prices={prices} contactEmail={contactEmail} />
      ))}
    </section>
  );
}

function Flash({ flash, control, prices, contactEmail }: FlashesProps & { flash: ChatFlash }) {
  const { t } = usePage();
  const [isHeld, setHeld] = useState(false);
  const dismiss = () => control.do({ type: "dismiss", flashId: flash.id });
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(dismiss, flash.seconds * 1000);
    return () => clearTimeout(timer);
  }, [isHeld, flash.seconds]);

  const values = { email: contactEmail, ...flash.values };
  const words = flash.text ?? t(`chat:flash.${flash.key}`, values);
  const { action } = flash;
  return (
    <div
      class={`toast${flash.tone === "info" ? "" : ` toast--${flash.tone}`}`}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocusIn={() => setHeld(true)}
      onFocusOut={() => setHeld(false)}
    >
      <Icon name={icons[flash.tone]} />
      <div>
        {flash.key === "sessionFailed" && <strong>{t("chat:flash.sessionFailedTitle")}</strong>}
        <p>{words}</p>
        {action?.kind === "buy" && prices && (
          <>
            <p>{prices.needs}</p>
            <a class="btn btn--quiet btn--small" href={prices.buyHref} target="_blank" rel="noopener">
              {t("common:buyCredits")}
            </a>
          </>
        )}
        {action?.kind === "open" && (
          <button
            class="chat__link"
            type="button"
            onClick={() => {
              control.select(action.userId);
              dismiss();
            }}
          >
            {t("chat:flash.openChat", values)}
          </button>
        )}
        {action?.kind === "requests" && (
          <button
            class="chat__link"
            type="button"
            onClick={() => {
              control.do({ type: "tab", tab: "requests" });
              control.do({ type: "lists" });
              dismiss();
            }}
          >
            {t("chat:flash.openRequests")}
          </button>
        )}
      </div>
      <button class="toast__close" type="button" aria-label={t("chat:dismiss")} onClick={dismiss}>
        <Icon name="close" />
      </button>
    </div>
  );
}
