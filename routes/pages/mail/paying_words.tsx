/** What the sheet for a letter says about its price: above, before anything is written, and beside the button that sends. */
import type { VNode } from "preact";
import { ButtonLink } from "../../../components/buttons.tsx";
import { Notice } from "../../../components/states.tsx";

export interface WayOut {
  href: string;
  label: string;
}

/** What is left after it. */
export const besideButton = (remains: string): VNode => <span>{remains}</span>;

/** Says beside the button that sends why it would be in vain. */
export const lackBesideButton = (lack: string, wayOut: WayOut): VNode => (
  <>
    <span>{lack}</span>
    <ButtonLink small tone="quiet" href={wayOut.href}>{wayOut.label}</ButtonLink>
  </>
);

export const lackAboveSheet = (lack: string, wayOut: WayOut): VNode => (
  <Notice>
    <p>{lack}</p>
    <ButtonLink small href={wayOut.href}>{wayOut.label}</ButtonLink>
  </Notice>
);
