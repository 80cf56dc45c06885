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
  /** The page is going: the request outlives it, and nobody hears the answer. */
  isLeaving?: boolean;
}

/** Sends a saving, or asks what stands; undefined where no answer came. */
export type Ask = (
  written: Record<string, unknown> | null,
  isLeaving: boolean,
) => Promise<AccountDraft | null | undefined>;

const sameSheet = ({ text, pictures }: Pick<Sheet, "text" | "pictures">): string =>
  JSON.stringify([text.replace(/\r\n?/g, "\n"), pictures.map(({ id }) => id)]);

export class AccountDrafts {
  #ask: Ask;
  /** The last saving that is known here. */
  revision: number;
  /** The sheet as the account has it. */
  #known: string;
  #underWay: Promise<unknown> = Promise.resolve();
  #resting = false;

  constructor(ask: Ask, stands: AccountDraft | null) {
    this.#ask = ask;
    this.revision = stands?.revision ?? 0;
    this.#known = sameSheet({ text: stands?.body ?? "", pictures: stands?.pictures ?? [] });
  }

  /** Whether the account has this sheet as it is. */
  has(sheet: Sheet): boolean {
    return sameSheet(sheet) === this.#known;
  }

  /** What stands once this sheet was saved; undefined where nothing had to be, or no answer came. */
  async save(sheet: Sheet, saving: Saving = {}): Promise<AccountDraft | null | undefined> {
    if (saving.isLeaving) {
      if (!this.#resting && !this.has(sheet)) void this.#ask(this.#written(sheet, saving), true);
      return undefined;
    }
    return await this.#inTurn(async () => {
      const isAsked = saving.forgetsOthers || saving.base !== undefined;
      if (this.#resting || (this.has(sheet) && !isAsked)) return undefined;
      return this.#heard(await this.#ask(this.#written(sheet, saving), false));
    });
  }

  /** What another device may have saved meanwhile, for a sheet that says nothing new; undefined where nothing has. */
  async look(): Promise<AccountDraft | undefined> {
    return await this.#inTurn(async () => {
      const before = this.revision;
      const stands = await this.#ask(null, false);
      if (!stands || stands.revision === before) return undefined;
      return this.#heard(stands) ?? undefined;
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

  #written({ text, sendKey, pictures }: Sheet, { base = this.revision, ageMs = 0, forgetsOthers }: Saving) {
    const attachments = pictures.map(({ id }) => id);
    return { body: text, sendKey, attachments, base, ageMs: Math.max(0, Math.round(ageMs)), forgetsOthers };
  }

  #heard(stands: AccountDraft | null | undefined): AccountDraft | null | undefined {
    if (stands === undefined) return undefined;
    this.revision = stands?.revision ?? 0;
    this.#known = sameSheet({ text: stands?.body ?? "", pictures: stands?.pictures ?? [] });
    return stands;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#underWay.then(work);
    this.#underWay = turn.catch(() => {});
    return turn;
  }
}

/** Reads an answer of the account; undefined for what is none. */
export function readDraft(answer: unknown): AccountDraft | null | undefined {
  const { draft } = (answer ?? {}) as { draft?: AccountDraft | null };
  if (draft === null || draft === undefined) return draft;
  return typeof draft.body === "string" ? { ...draft, pictures: parsePictures(draft.pictures) } : undefined;
}

/** Asks by the call of that address (routes/api/letters/drafts.ts). */
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
