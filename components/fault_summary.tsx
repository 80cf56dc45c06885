/**
 * The summary of a refused form's errors, at the top of the page (routes/http/page.tsx), and the focus on it. Works without a
 * script.
 */
import type { ComponentChildren } from "preact";
import { gapOf } from "../i18n/locales.ts";
import type { Fault, FormFaults } from "./form_faults.tsx";
import { Icon } from "./icon.tsx";
import { usePage } from "./page_context.ts";

const place = /<template data-faults="(box|list)"><\/template>/g;
const formWithoutAction = /<form(?![^>]*\saction=)(?=[^>]*\smethod="post")/g;

/**
 * Puts the summary at the first marked place, or else at the beginning of `<main>`. `write` renders a part of the page to
 * HTML.
 */
export function withSummary(html: string, { fields }: FormFaults, write: (part: ComponentChildren) => string): string {
  const targets = fields.map((fault) => ({
    ...fault,
    id: html.includes(`id="${fault.id}"`) ? fault.id : `${fault.id}-error`,
  }));
  let left = fields.length > 0;
  const filled = html.replace(place, (_all, kind: string) => {
    if (!left) return "";
    left = false;
    return write(kind === "box" ? <SummaryBox faults={targets} /> : <FaultList faults={targets} />);
  });
  if (!left) return filled;
  const box = `<div class="wrap summary-place">${write(<SummaryBox faults={targets} />)}</div>`;
  return filled.replace(/<main\b[^>]*>/, (main) => main + box);
}

/**
 * Gives forms without an address that of their page, `address` (encoded). Otherwise they would be sent to it together with
 * the anchor that a link of the summary led to, and a browser that comes to an anchor lets nothing else take the focus.
 */
export const withoutAnchors = (html: string, address: string): string =>
  html.replace(formWithoutAction, () => `<form action="${address.replaceAll("&", "&amp;")}"`);

function SummaryBox({ faults }: { faults: Fault[] }) {
  const { t } = usePage();
  return (
    <div class="notice notice--bad" role="alert" tabIndex={-1} autoFocus>
      <Icon name="alert" />
      <div>
        <b>{t("common:faults.title")}</b>
        <FaultList faults={faults} />
      </div>
    </div>
  );
}

/** A label that is a question ends with its question mark; the style sheet adds a colon to the others. */
const isQuestion = (label: ComponentChildren) => typeof label === "string" && /[?？]$/.test(label);

function FaultList({ faults }: { faults: Fault[] }) {
  const { locale } = usePage();
  return (
    <ul class="faults-list">
      {faults.map(({ id, label, message }) => (
        <li key={id}>
          <a href={`#${id}`}>
            {label && <b class={isQuestion(label) ? "asks" : undefined}>{label}</b>}
            {label && gapOf(locale)}
            {message}
          </a>
        </li>
      ))}
    </ul>
  );
}
