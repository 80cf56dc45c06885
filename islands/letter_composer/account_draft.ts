/**
 * The draft of one letter in the account: saves the sheet there, one saving after the other, and takes in the draft as it
 * stands then. While a device is offline its words wait on it; whose words win, the account decides
 * (kv/letters/letter_drafts.ts).
 */
import { parsePictures } from "./local_draft.ts";
import type { KeptPicture } from "./pictures_state.ts";
import { unifyLineEnds } from "./state.ts";

export interface OtherWords {
  body: string;
  /** Ms since the epoch. */
  writtenAt: number;
}

/** A draft as the account answers it. */
export interface AccountDraft extends OtherWords {
  revision: number;
  sendKey: string;
  pictures: KeptPicture[];
  /** How many of its pictures are gone; the page says so above the sheet. */
  picturesGone?: number;
  others: OtherWords[];
}

export interface Sheet {
  text: string;
  sendKey: string;
  pictures: KeptPicture[];
}

export interface Saving {
  /** The revision that the words continue, if it is not the last one known here. */
  base?: number;
  /** How long ago the last key was pressed. */
  ageMs?: number;
  forgetsOthers?: boolean;
  /** Whether the page is being left: the request outlives it, and its answer is heard only if the page comes back. */
  isLeaving?: boolean;
}

/** The account takes no words as older (kv/letters/letter_drafts.ts): a clock that was put right would make them so. */
const oldestMs = 90 * 86_400_000;

/** Sends a saving, or with null asks for the draft as it stands; undefined if no answer came. */
export type Ask = (
  written: Record<string, unknown> | null,
  isLeaving: boolean,
) => Promise<AccountDraft | null | undefined>;

/** Lays an answer onto the sheet, which was `shown` when it was asked for; false if both changed the same meanwhile. */
export type Take = (answer: AccountDraft | null, shown: Sheet) => boolean;

export const sameWords = (one: string, other: string): boolean => unifyLineEnds(one) === unifyLineEnds(other);

export const samePictures = (some: readonly KeptPicture[], others: readonly KeptPicture[]): boolean =>
  some.length === others.length && some.every(({ id }, at) => id === others[at]!.id);

export type OnSheet = Pick<Sheet, "text" | "pictures">;

export const sameSheet = (one: OnSheet, other: OnSheet): boolean =>
  sameWords(one.text, other.text) && samePictures(one.pictures, other.pictures);

/** The part of a draft that a sheet shows; a blank sheet for null. */
export const onSheet = (draft: AccountDraft | null): OnSheet => ({
  text: draft?.body ?? "",
  pictures: draft?.pictures ?? [],
});

export class AccountDrafts {
  #ask: Ask;
  #sheet: () => Sheet | null;
  #take: Take;
  /** The revision that the sheet continues. */
  revision!: number;
  /** The sheet as the account has it. */
  #known!: OnSheet;
  #underWay: Promise<unknown> = Promise.resolve();
  #resting = false;

  constructor(ask: Ask, stands: AccountDraft | null, sheet: () => Sheet | null, take: Take) {
    this.#ask = ask;
    this.#sheet = sheet;
    this.#take = take;
    this.#goOnFrom(stands);
  }

  /** Whether the account has this sheet as it is. */
  has(sheet: Sheet): boolean {
    return sameSheet(sheet, this.#known);
  }

  /**
   * Saves the sheet, or `words` in place of its own, and returns the draft as it stands then; undefined if nothing had to be
   * saved, or no answer came.
   */
  async save(saving: Saving = {}, words: Partial<Sheet> = {}): Promise<AccountDraft | null | undefined> {
    const { isLeaving = false, forgetsOthers, base } = saving;
    const saved = async (shown: Sheet) => {
      const sheet = { ...shown, ...words };
      const isAsked = forgetsOthers || base !== undefined;
      if (this.#resting || (this.has(sheet) && !isAsked)) return undefined;
      return await this.#tell(sheet, shown, saving);
    };
    if (!isLeaving) return await this.#inTurn(saved);
    const shown = this.#sheet();
    return shown ? await saved(shown) : undefined;
  }

  /**
   * Replaces the words of the sheet by `text`, once the account has the old ones, which it keeps beside the new. False if it
   * does not have them, or no answer came; then the sheet stays as it is.
   */
  async exchange(text: string, saving: Saving): Promise<boolean> {
    const isDone = await this.#inTurn(async (before) => {
      if (this.#resting) return false;
      if (!this.has(before)) await this.#tell(before, before, saving);
      const shown = this.#sheet();
      if (!shown || !this.has(shown)) return false;
      return await this.#tell({ ...shown, text }, shown, { base: 0 }) !== undefined;
    });
    return isDone ?? false;
  }

  /** Asks what another device has saved meanwhile, unless the sheet has unsaved words; undefined if nothing. */
  async look(): Promise<AccountDraft | null | undefined> {
    return await this.#inTurn(async (shown) => {
      if (!this.has(shown)) return undefined;
      const stands = await this.#ask(null, false);
      return stands && stands.revision !== this.revision ? this.#heard(stands, shown) : undefined;
    });
  }

  /** Stops saving until `wake`; resolves once no saving is under way: a letter being sent must not become a draft again. */
  async rest(): Promise<void> {
    this.#resting = true;
    await this.#underWay;
  }

  wake(): void {
    this.#resting = false;
  }

  async #tell(sheet: Sheet, shown: Sheet, saving: Saving): Promise<AccountDraft | null | undefined> {
    const answer = await this.#ask(this.#written(sheet, saving), saving.isLeaving ?? false);
    return this.#heard(answer && asSent(answer, sheet), shown);
  }

  #written({ text, sendKey, pictures }: Sheet, { base = this.revision, ageMs = 0, forgetsOthers }: Saving) {
    const attachments = pictures.map(({ id }) => id);
    const age = Math.min(oldestMs, Math.max(0, Math.round(ageMs)));
    return { body: text, sendKey, attachments, base, ageMs: age, forgetsOthers };
  }

  #heard(answer: AccountDraft | null | undefined, shown: Sheet): AccountDraft | null | undefined {
    // If the sheet did not take the answer, it keeps its old base, by which the account knows that it must keep both.
    if (answer !== undefined && this.#take(answer, shown)) this.#goOnFrom(answer);
    return answer;
  }

  #goOnFrom(stands: AccountDraft | null): void {
    this.revision = stands?.revision ?? 0;
    this.#known = onSheet(stands);
  }

  /** Does `work` after all earlier requests, with the sheet as it is by then: they may have changed it and its revision. */
  #inTurn<T>(work: (shown: Sheet) => Promise<T>): Promise<T | undefined> {
    const turn = this.#underWay.then(() => {
      const shown = this.#sheet();
      return shown ? work(shown) : undefined;
    });
    this.#underWay = turn.catch(() => {});
    return turn;
  }
}

/** Keeps pictures that the account removed after a day on the sheet, so that their loss is told when the letter is sent. */
function asSent(answer: AccountDraft, { text, pictures }: Sheet): AccountDraft {
  const isMine = sameWords(answer.body, text) &&
    answer.pictures.every(({ id }) => pictures.some((picture) => picture.id === id));
  return isMine ? { ...answer, pictures } : answer;
}

/** Reads an answer of the account; undefined if it is none. */
export function readDraft(answer: unknown): AccountDraft | null | undefined {
  const { draft } = (answer ?? {}) as { draft?: AccountDraft | null };
  if (draft === null || draft === undefined) return draft;
  return typeof draft.body === "string" ? { ...draft, pictures: parsePictures(draft.pictures) } : undefined;
}

/**
 * Returns an `Ask` by the call at `path` (routes/api/letters/drafts.ts). The path names the writer: while somebody else is
 * signed in in this browser, the call is refused, and the words stay on this device alone.
 */
export const askAt = (path: string): Ask => async (written, isLeaving) => {
  try {
    const response = await fetch(path, {
      method: written ? "PATCH" : "GET",
      headers: { "content-type": "application/json" },
      body: written && JSON.stringify(written),
      keepalive: isLeaving,
    });
    return response.ok ? readDraft(await response.json()) : undefined;
  } catch {
    return undefined;
  }
};
