/**
 * The faults of a refused form: fields gather them while the page is rendered, and marks say where their summary may
 * stand, which fault_summary.tsx inserts once all are known. Works without a script.
 */
import { type ComponentChildren, createContext } from "preact";
import { useContext } from "react";

export interface Fault {
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
