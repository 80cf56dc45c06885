/**
 * What the account keeps of one letter: tells it of the sheet, one saving after the other, and hears what stands since. The
 * words of a device that goes offline wait there; whose words win is the account's to say (kv/letters/letter_drafts.ts).
 */
import { parsePictures } from "./local_draft.ts";
import type { KeptPicture } from "./pictures_state.ts";

export interface OtherWords {
  body: string;
  /** Ms since the epoch. */
  writtenAt: number;
}

/** A begun letter as the account answers it. */
export interface AccountDraft extends OtherWords {
  revision: number;
  sendKey: string;
  pictures: KeptPicture[];
  /** Told above the sheet by the page that shows it. */
  picturesGone?: number;
  others: OtherWords[];
}

export interface Sheet {
  text: string;
  sendKey: string;
  pictures: KeptPicture[];
}

export interface Saving {
  /** The saving that the sheet went on from, where that is not the last one known here. */
  base?: number;
  /** How long ago the last key was pressed. */
  ageMs?: number;
  forgetsOthers?: boolean;
  /** The page is going: the request outlives it, and its answer is heard only where the page comes back. */
  isLeaving?: boolean;
}

/** Sends a saving, or asks what stands; undefined where no answer came. */
export type Ask = (
  written: Record<string, unknown> | null,
  isLeaving: boolean,
) => Promise<AccountDraft | null | undefined>;

/** Lays an answer onto the sheet that showed this when it was asked for; false where both changed the same meanwhile. */
export type Take = (answer: AccountDraft | null, shown: Sheet) => boolean;

export const sameWords = (one: string, other: string): boolean => asKept(one) === asKept(other);

export const samePictures = (some: readonly KeptPicture[], others: readonly KeptPicture[]): boolean =>
  some.length === others.length && some.every(({ id }, at) => id === others[at]!.id);

export type OnSheet = Pick<Sheet, "text" | "pictures">;

export const sameSheet = (one: OnSheet, other: OnSheet): boolean =>
  sameWords(one.text, other.text) && samePictures(one.pictures, other.pictures);

/** What of an answer lies on a sheet; blank paper for nothing. */
export const onSheet = (draft: AccountDraft | null): OnSheet => ({
  text: draft?.body ?? "",
  pictures: draft?.pictures ?? [],
});

export class AccountDrafts {
  #ask: Ask;
  #sheet: () => Sheet | null;
  #take: Take;
  /** The saving that the sheet goes on from. */
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

  /** What stands once the sheet, or these words instead, was saved; undefined where nothing had to be, or no answer came. */
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
   * Lays these words down instead of the sheet, once the account has that one: it keeps it beside them. False where it has
   * not, or no answer came; then the sheet stays as it is.
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

  /** What another device may have saved meanwhile, for a sheet that says nothing new; undefined where nothing has. */
  async look(): Promise<AccountDraft | null | undefined> {
    return await this.#inTurn(async (shown) => {
      if (!this.has(shown)) return undefined;
      const stands = await this.#ask(null, false);
      return stands && stands.revision !== this.revision ? this.#heard(stands, shown) : undefined;
    });
  }

  /** Nothing is saved until `wake`, nor on its way when this resolves: what is being sent must not be begun anew. */
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
    return { body: text, sendKey, attachments, base, ageMs: Math.max(0, Math.round(ageMs)), forgetsOthers };
  }

  #heard(answer: AccountDraft | null | undefined, shown: Sheet): AccountDraft | null | undefined {
    // The sheet does not go on from an answer that did not reach it: by the base of before, the account keeps both.
    if (answer !== undefined && this.#take(answer, shown)) this.#goOnFrom(answer);
    return answer;
  }

  #goOnFrom(stands: AccountDraft | null): void {
    this.revision = stands?.revision ?? 0;
    this.#known = onSheet(stands);
  }

  /** Only then the sheet is looked at: what was asked before may have changed it, with what it goes on from. */
  #inTurn<T>(work: (shown: Sheet) => Promise<T>): Promise<T | undefined> {
    const turn = this.#underWay.then(() => {
      const shown = this.#sheet();
      return shown ? work(shown) : undefined;
    });
    this.#underWay = turn.catch(() => {});
    return turn;
  }
}

const asKept = (text: string): string => text.replace(/\r\n?/g, "\n");

/** A picture that the account lost after its day stays on its sheet: whoever sends it is told, and misses nothing unseen. */
function asSent(answer: AccountDraft, { text, pictures }: Sheet): AccountDraft {
  const isMine = sameWords(answer.body, text) &&
    answer.pictures.every(({ id }) => pictures.some((picture) => picture.id === id));
  return isMine ? { ...answer, pictures } : answer;
}

/** Reads an answer of the account; undefined for what is none. */
export function readDraft(answer: unknown): AccountDraft | null | undefined {
  const { draft } = (answer ?? {}) as { draft?: AccountDraft | null };
  if (draft === null || draft === undefined) return draft;
  return typeof draft.body === "string" ? { ...draft, pictures: parsePictures(draft.pictures) } : undefined;
}

/**
 * Asks by the call of that address (routes/api/letters/drafts.ts). It names whose page this is: while somebody else is signed in
 * here it is refused, and the words stay on this device alone.
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
