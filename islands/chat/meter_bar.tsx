/** The figures of the running chat: time for both; price, credits spent and left for the man alone. Then the summary. */
import { useLayoutEffect, useRef } from "react";
import { IconButton } from "../../components/buttons.tsx";
import { usePage } from "../../components/page_context.ts";
import { gapOf } from "../../i18n/locales.ts";
import type { Control } from "./control.ts";
import { spanOf, timesOf } from "./times.ts";
import type { ChatNow, ChatPrices, Summary } from "./types.ts";
import { useTicks } from "./use_control.ts";

export function MeterBar({ control, prices }: { control: Control; prices: ChatPrices | null }) {
  const { t } = usePage();
  const { chat, over, selectedId } = control.state;
  const isHere = chat !== null && chat.partnerId === selectedId;
  useTicks(500, chat?.isOpen ?? false);
  if (isHere && !chat.isOpen) return <p class="chat__meter chat__meter--quiet" role="status">{t("chat:starting")}</p>;
  if (isHere) return <Running control={control} chat={chat} prices={prices} />;
  if (over && over.partnerId === selectedId) {
    return (
      <div class="chat__meter chat__meter--quiet" role="status">
        <p>
          <SummaryWords summary={over.summary} isMan={prices !== null} />
        </p>
        {prices && <a href={prices.historyHref}>{t("chat:history")}</a>}
        <IconButton
          icon="close"
          tone="plain"
          label={t("chat:dismiss")}
          onClick={() => control.do({ type: "put_summary_away" })}
        />
      </div>
    );
  }
  return null;
}

function Running({ control, chat, prices }: { control: Control; chat: ChatNow; prices: ChatPrices | null }) {
  const { t, locale } = usePage();
  const { now, state } = control;
  // The figures of this chat, which the server tells as soon as it is open.
  const meter = state.meter?.id === chat.id ? state.meter : null;
  const { servedMs, leftMs } = meter ? timesOf(meter, now) : { servedMs: 0, leftMs: 0 };
  const kind = chat.isVideo ? "video" : "text";
  const words = t(chat.isVideo ? "call:meter.time" : "chat:meter.time");
  const label = t(chat.isVideo ? "call:meter.label" : "chat:meter.label");
  const credits = (count: number) => t("common:credits", { count });
  if (!prices) {
    return (
      <div class="chat__meter chat__meter--quiet" role="group" aria-label={label}>
        <dl>
          <Fact name={words}>{meter === null ? t("chat:inChat") : spanOf(servedMs)}</Fact>
        </dl>
      </div>
    );
  }
  const balance = state.me.balanceCredits ?? 0;
  const isLast = balance < prices.credits[kind] && meter !== null;
  return (
    <div
      class={isLast ? "chat__meter chat__meter--last" : "chat__meter"}
      role="group"
      aria-label={label}
    >
      <dl>
        <Fact name={words}>{spanOf(servedMs)}</Fact>
        <Fact name={t("chat:meter.price")} note={prices[kind]} />
        <Fact name={t("chat:meter.spent")}>{credits(meter ? meter.cost - meter.refunded : 0)}</Fact>
        <Fact name={t("chat:meter.left")} isSaid>{t("chat:meter.remains", { credits: credits(balance) })}</Fact>
      </dl>
      <div class="warn" role="alert">
        {isLast && (
          <p>
            {t("chat:meter.last")}
            {gapOf(locale)}
            <BuyLink href={prices.buyHref} />
          </p>
        )}
      </div>
      {!isLast && (
        chat.isVideo && !meter?.running
          ? <span class="next">{t("call:meter.still")}</span>
          : (
            <span class="next next--paid">
              {t(chat.isVideo ? "call:meter.next" : "chat:meter.next", { time: spanOf(leftMs) })}
            </span>
          )
      )}
      <progress
        class="minute"
        max={60}
        value={Math.max(0, 60 - leftMs / 1000)}
        aria-label={t("chat:meter.minute")}
      />
    </div>
  );
}

/** Goes once he has paid, in the tab that it opened: a focus on it goes back to the message field. */
function BuyLink({ href }: { href: string }) {
  const { t } = usePage();
  const link = useRef<HTMLAnchorElement>(null);
  useLayoutEffect(() => {
    const shown = link.current;
    return () => document.activeElement === shown && document.getElementById("chat-say")?.focus();
  }, []);
  return <a ref={link} href={href} target="_blank" rel="noopener">{t("common:buyCredits")}</a>;
}

interface FactProps {
  name: string;
  /** Shown small in place of the value, without the name and only if there is room. */
  note?: string;
  /** Whether the value contains the name, which is then for screen readers only. */
  isSaid?: boolean;
  children?: string;
}

function Fact({ name, note, isSaid, children }: FactProps) {
  return (
    <div class={note ? "only-roomy" : undefined}>
      <dt class={isSaid || note ? "visually-hidden" : undefined}>{name}</dt>
      <dd>{note ? <small>{note}</small> : children}</dd>
    </div>
  );
}

export function SummaryWords({ summary, isMan }: { summary: Summary; isMan: boolean }) {
  const { t } = usePage();
  const minutes = t("chat:minutes", { count: summary.minutes });
  if (!isMan) return <>{t("chat:summary.lady", { minutes })}</>;
  const { chargedCredits, refundedCredits } = summary;
  const credits = t("common:credits", { count: chargedCredits - refundedCredits });
  if (refundedCredits === 0) return <>{t("chat:summary.man", { minutes, credits })}</>;
  const values = { minutes, credits, charged: chargedCredits, refunded: refundedCredits };
  return <>{t("chat:summary.refunded", values)}</>;
}
