/**
 * The summary of a refused form's errors, at the top of the page. Fields gather their faults while the page is rendered.
 * The summary stands before them, so it is inserted once all are known (routes/http/page.tsx). Works without a script.
 */
import { type ComponentChildren, createContext } from "preact";
import { useContext } from "react";
import { Icon } from "./icon.tsx";
import { usePage } from "./page_context.ts";

interface Fault {
  /** The id of the control. */
  id: string;
  /** The field's label; absent if `message` needs none. */
  label?: ComponentChildren;
  message: ComponentChildren;
}

export interface FormFaults {
  fields: Fault[];
  /** Whether a notice on the page reports a failure. */
  isNoticed: boolean;
}

/** Null if nothing was refused, and always in the browser. */
const Context = createContext<FormFaults | null>(null);

export const FormFaultsProvider = Context.Provider;
export const noFaults = (): FormFaults => ({ fields: [], isNoticed: false });

/** Adds a field's fault to the summary of its page. */
export function useFault(fault: Fault): void {
  useContext(Context)?.fields.push(fault);
}

/** Whether a notice answers a refused form. Such a notice takes the focus and holds the list of faults. */
export function useFailureNotice(role: string | undefined): boolean {
  const faults = useContext(Context);
  if (!faults || role !== "alert") return false;
  return faults.isNoticed = true;
}

/** Marks the place for the summary of the page's forms, if there is one. */
export function ErrorSummary() {
  return useContext(Context) && <template data-faults="box" />;
}

/** Marks the place for the list of faults in a notice, which already says that something is wrong. */
export const FaultListPlace = () => <template data-faults="list" />;

const place = /<template data-faults="(box|list)"><\/template>/g;

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
  return (
    <ul class="faults-list">
      {faults.map(({ id, label, message }) => (
        <li key={id}>
          <a href={`#${id}`}>
            {label && <span class={isQuestion(label) ? "asks" : undefined}>{label}</span>} {message}
          </a>
        </li>
      ))}
    </ul>
  );
}
