/** What the letter composer knows without a browser: counting, drafts, answers, and when a button may be pressed again. */

import type { KeptPicture } from "./pictures_state.ts";

/** A second press within this time is the same press (specification, section 9). */
export const pressGuardMs = 3000;

/** How long after the last key a draft is stored on the device. */
export const draftAfterMs = 400;

/** How long after that it is carried into the account. */
export const accountAfterMs = 1200;

/** Both as in chat/shared/text.ts. Written out here: as an import they cost the letters' page 200 bytes of its budget. */
const visible = /[^\p{Z}\p{Cc}\p{Cf}\p{M}\p{DI}\u2800]/u;
export const unifyLineEnds = (text: string): string => text.replace(/\r\n?/g, "\n");

/** A letter's length as the server counts it: UTF-16 units, CRLF as one. */
export const lengthOf = (text: string): number => unifyLineEnds(text).length;

const thresholds = [0, 50, 200];

/** The characters left, as screen readers are told: only at thresholds, so that they do not speak at each key; else null. */
export function spokenLeft(length: number, lengthMax: number): number | null {
  const left = Math.max(0, lengthMax - length);
  return thresholds.find((threshold) => left <= threshold) ?? null;
}

/** What a device keeps of an unsent letter until the account has it. */
export interface Draft {
  text: string;
  /** Ms since the epoch, by the device's clock. */
  savedAt: number;
  /** The key it will be sent with: from two tabs, or again after an answer that never came, it is still one letter. */
  sendKey?: string;
  /** The pictures that the server has; it keeps them for a day. */
  pictures?: KeptPicture[];
  /** The revision in the account that these words continue. */
  base?: number;
  /** The recipient's name, for the list of unsent letters on this device. */
  to?: string;
  /** The stored draft that was there before, if it has come neither onto the sheet nor into the account. */
  before?: string;
}

export const isBlank = (text: string, pictures: KeptPicture[]): boolean => !visible.test(text) && pictures.length === 0;

/** The text to store for a draft; null if it is blank, which removes the old one. */
export const draftToKeep = (draft: Draft): string | null =>
  isBlank(draft.text, draft.pictures ?? []) ? null : JSON.stringify(draft);

export interface ComposerFailure {
  message: string;
  /** What is wrong with the text itself. */
  fieldError?: string;
  /** What is wrong with its pictures, each with its name. */
  pictureErrors?: string[];
  /** Whether credits are missing: a link to buy some is shown with the message. */
  needsCredits?: boolean;
  /** The link to the letter that was sent before with the same key. */
  earlier?: { href: string; label: string };
}

/** Whether `to` is this very page, so that the browser would only scroll and must be told to reload. */
export const needsReload = (to: string, here: { pathname: string; search: string }): boolean =>
  to.split("#")[0] === here.pathname + here.search;
