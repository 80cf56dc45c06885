/** Somebody asks for a chat: who, for what price, and a minute to answer. Nothing is agreed to by mistake. */
import { useEffect, useRef } from "react";
import { Button, PricedButton } from "../../components/buttons.tsx";
import { usePage } from "../../components/page_context.ts";
import { requestSeconds } from "../../chat/shared/limits.ts";
import type { Control } from "./control.ts";
import { spanOf } from "./times.ts";
import type { ChatPrices, Person } from "./types.ts";
import { useTicks } from "./use_control.ts";

export function Invitation({ control, prices }: { control: Control; prices: ChatPrices | null }) {
  const { invitation, people } = control.state;
  const person = invitation && people.get(invitation.fromId);
  if (!person) return null;
  const untilMs = invitation.atMs + requestSeconds * 1000;
  return <Asked key={person.id} control={control} person={person} untilMs={untilMs} prices={prices} />;
}

function Asked({ control, person, untilMs, prices }: {
  control: Control;
  person: Person;
  untilMs: number;
  prices: ChatPrices | null;
}) {
  const { t } = usePage();
  const dialog = useRef<HTMLDialogElement>(null);
  useTicks(500);
  useEffect(() => {
    const shown = dialog.current!;
    const before = document.activeElement as HTMLElement | null;
    shown.showModal();
    // The dialog goes with the invitation, however that ended; the focus goes back to where it was.
    return () => {
      shown.close();
      before?.focus();
    };
  }, []);
  const accept = { onClick: () => void control.accept() };
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby="chat-invitation-title"
      aria-describedby="chat-invitation-facts"
      onCancel={(event) => {
        event.preventDefault();
        control.decline();
      }}
    >
      {/* The words have the focus first: a key that was meant for something else answers nothing. */}
      <div class="dialog__body chat__invite" tabIndex={-1} autofocus>
        <h2 id="chat-invitation-title">{t("chat:invitation.text")}</h2>
        <img class="avatar" src={person.photo} alt="" width={128} height={128} />
        <div id="chat-invitation-facts">
          <p class="who">{person.name}</p>
          <p class="soft">
            {t("chat:id", { id: person.id })} · {t("chat:invitation.age", { age: person.age })}
          </p>
          {prices && <p class="price">{prices.textSentence}</p>}
        </div>
        <p class="soft figures" role="timer">
          {t("chat:invitation.time", { time: spanOf(untilMs - control.now) })}
        </p>
        <div class="actions">
          <Button tone="quiet" onClick={() => control.decline()}>{t("chat:decline")}</Button>
          {prices
            ? <PricedButton type="button" label={t("chat:accept")} price={prices.text} {...accept} />
            : <Button {...accept}>{t("chat:accept")}</Button>}
        </div>
        {prices && <p class="soft small">{prices.note}</p>}
      </div>
    </dialog>
  );
}
