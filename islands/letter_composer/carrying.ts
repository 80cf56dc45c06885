/** Carries a sheet into the account, and lays down what another device wrote. */
import {
  type AccountDraft,
  AccountDrafts,
  type Ask,
  askAt,
  type OtherWords,
  type Saving,
  type Sheet,
} from "./account_draft.ts";
import { parseDraft, readKept } from "./local_draft.ts";

type Laid = Pick<AccountDraft, "body" | "writtenAt" | "sendKey" | "pictures">;

export interface Paper {
  /** What the account had when the page was made. */
  stands: AccountDraft | null;
  /** Null once the letter was sent, or the page is gone. */
  sheet: () => Sheet | null;
  lay: (draft: Laid) => void;
  /** The account has what lies on the sheet. */
  onKept: () => void;
  onOthers: (others: OtherWords[]) => void;
}

export interface Carrier {
  drafts: AccountDrafts;
  carry: (saving?: Saving, words?: Partial<Sheet>) => Promise<void>;
  /** What another device wrote while this page lay open; for a sheet on which nothing new stands. */
  look: () => Promise<void>;
}

interface Kept {
  /** Where the account keeps what was begun. */
  draftPath: string;
  /** Names what this device has and the account has not yet. */
  draftKey: string;
  /** Stands on the sheet in the place of what this device kept. */
  failure?: object;
}

/** Brings what this device kept, unless something else stands on the sheet, and looks whenever the page is seen again. */
export function beginCarrying(
  { draftPath, draftKey, failure }: Kept,
  paper: Paper,
  gone: AbortController,
): Carrier {
  const carrier = carrierOf(askAt(draftPath), paper);
  if (!failure) void bringLocal(carrier, paper, readKept(draftKey));
  document.addEventListener("visibilitychange", () => document.hidden || carrier.look(), gone);
  return carrier;
}

/** Nothing is carried before it is told to. */
export function carrierOf(ask: Ask, { stands, sheet, lay, onKept, onOthers }: Paper): Carrier {
  const drafts = new AccountDrafts(ask, stands);

  /** Takes the place of the sheet, unless somebody has written on meanwhile. */
  const adopt = (answer: AccountDraft | null | undefined, shown: string) => {
    const now = sheet();
    if (!now || answer === undefined) return;
    onOthers(answer?.others ?? []);
    if (answer && answer.body !== shown && now.text === shown) lay(answer);
    if (drafts.has(sheet()!)) onKept();
  };

  return {
    drafts,
    async carry(saving, words) {
      const now = sheet();
      if (now) adopt(await drafts.save({ ...now, ...words }, saving), now.text);
    },
    async look() {
      const now = sheet();
      if (now && drafts.has(now)) adopt(await drafts.look(), now.text);
    },
  };
}

/**
 * What this device kept and the account has not: it goes there with its age. It lies on the sheet at once where nothing is
 * newer there; else the account says which of the two words are the newer ones.
 */
export async function bringLocal(carrier: Carrier, paper: Paper, kept: string | null): Promise<void> {
  const draft = parseDraft(kept);
  const now = paper.sheet();
  if (!draft || !now) return;
  const { text, savedAt, sendKey = now.sendKey, pictures = [], base = 0 } = draft;
  const { stands } = paper;
  if (carrier.drafts.has(now) && (!stands || stands.revision === base)) {
    paper.lay({ body: text, writtenAt: savedAt, sendKey, pictures });
  }
  await carrier.carry({ base, ageMs: Date.now() - savedAt }, { text, sendKey, pictures });
}
