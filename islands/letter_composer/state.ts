/** What the letter composer knows without a browser: counting, drafts, answers, and when a button may be pressed again. */

import type { KeptPicture } from "./pictures_state.ts";

/** A second press within this time is the same press (specification, section 9). */
export const pressGuardMs = 3000;

/** How long after the last key a draft is written down. */
export const draftAfterMs = 400;

/** How long after that it is carried to the account. */
export const accountAfterMs = 1200;

/** A letter's length as the server counts it: UTF-16 units, CRLF as one. */
export const lengthOf = (text: string): number => text.replace(/\r\n?/g, "\n").length;

const thresholds = [0, 50, 200];

/** How many characters are left to be said aloud: only when a threshold is crossed, so that nobody is told each key. */
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
  /** Those that the server has, for a day. */
  pictures?: KeptPicture[];
  /** The saving in the account that these words went on from. */
  base?: number;
  /** To whom, for the list of what lies here unsent. */
  to?: string;
  /** What was kept before it, as it was kept, where that has come neither onto the sheet nor into the account. */
  before?: string;
}

export const isBlank = (text: string, pictures: KeptPicture[]): boolean => text.trim() === "" && pictures.length === 0;

/** What to keep; null where there is nothing worth keeping, so that the old draft goes. */
export const draftToKeep = (draft: Draft): string | null =>
  isBlank(draft.text, draft.pictures ?? []) ? null : JSON.stringify(draft);

export interface ComposerFailure {
  message: string;
  /** What is wrong with the text itself. */
  fieldError?: string;
  /** What is wrong with its pictures, each with its name. */
  pictureErrors?: string[];
  /** Credits are missing: a way to get some stands beside the message. */
  needsCredits?: boolean;
  /** Where the letter lies that was sent before with the same key. */
  earlier?: { href: string; label: string };
}

/** Whether the browser would only scroll where a fresh page is wanted. */
export const needsReload = (to: string, here: { pathname: string; search: string }): boolean =>
  to.split("#")[0] === here.pathname + here.search;
