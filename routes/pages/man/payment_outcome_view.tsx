/** One payment: what became of it, its lines as they were quoted, and where to go from here. */
import { ButtonLink } from "../../../components/buttons.tsx";
import { classNames } from "../../../components/class_names.ts";
import { usePage } from "../../../components/page_context.ts";
import { Notice, type NoticeTone } from "../../../components/states.tsx";
import { Quote } from "../../../components/tariff.tsx";
import type { QuoteRow } from "../../credits/quote_rows.ts";

export interface WayOn {
  label: string;
  href: string;
}

interface OutcomeViewProps {
  title: string;
  /** Whether the title holds the payment's number. */
  isNumbered: boolean;
  text: string;
  tone: NoticeTone;
  /** "Payment #…" */
  number: string;
  lines: QuoteRow[];
  method: string;
  ways: WayOn[];
}

export function OutcomeView({ title, isNumbered, text, tone, number, lines, method, ways }: OutcomeViewProps) {
  const { t } = usePage();
  return (
    <>
      <section class={classNames("outcome", isNumbered && "outcome--numbered")} aria-labelledby="outcome">
        <h1 id="outcome">{title}</h1>
        <Notice tone={tone}>{text}</Notice>
        <p class="row">
          {ways.map(({ label, href }, position) => (
            <ButtonLink key={href} href={href} tone={position === 0 ? "ink" : "quiet"}>{label}</ButtonLink>
          ))}
        </p>
      </section>
      <Quote id="order" title={t("balance:order.title")} lines={lines}>
        <p class="fine">{method}</p>
        <p class="fine">{number}</p>
      </Quote>
    </>
  );
}
