/** Erases what the house kept to keep people safe, once nobody has to answer it any more. */
import type { Step } from "./step.ts";

export const eraseSafety: Step = async () => {};
