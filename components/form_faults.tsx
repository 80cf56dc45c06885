/**
 * What is wrong with a refused form, told once at its top: fields gather their faults while the page is rendered, and the
 * summary, which stands before them, is put into its place when all are known (routes/http/page.tsx). Works without a script.
 */
import { type ComponentChildren, createContext } from "preact";
import { useContext } from "react";
import { Icon } from "./icon.tsx";
import { usePage } from "./page_context.ts";

interface Fault {
  /** Of the control. */
  id: string;
  /** The name of the field; absent where the sentence says it all. */
  label?: ComponentChildren;
  message: ComponentChildren;
}

export interface FormFaults {
  fields: Fault[];
  /** Whether a notice of the page tells of a failure. */
  isNoticed: boolean;
}

/** Null wherever nothing was refused, and in the browser. */
const Context = createContext<FormFaults | null>(null);

export const FormFaultsProvider = Context.Provider;
export const noFaults = (): FormFaults => ({ fields: [], isNoticed: false });

/** Adds a field's fault to the summary of its page. */
export function useFault(fault: Fault): void {
  useContext(Context)?.fields.push(fault);
}

/** Whether a notice answers a refused form: it then takes the focus, and the list of faults, too. */
export function useFailureNotice(role: string | undefined): boolean {
  const faults = useContext(Context);
  if (!faults || role !== "alert") return false;
  return faults.isNoticed = true;
}

/** Stands where the summary of the page's forms shall be, if there is one. */
export function ErrorSummary() {
  return useContext(Context) && <template data-faults="box" />;
}

/** The same inside a notice that says already that something is wrong. */
export const FaultListPlace = () => <template data-faults="list" />;

const place = /<template data-faults="(box|list)"><\/template>/g;

/**
 * Puts the summary where the page wants it, else before everything else of its main part. `write` renders a part of the
 * page to text.
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

/** A name that asks has its sign already; the others get a colon from the style sheet. */
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
