/** Carries a sheet into the account, and lays onto it what another device wrote. */
import {
  type AccountDraft,
  AccountDrafts,
  type Ask,
  askAt,
  onSheet,
  type OtherWords,
  samePictures,
  sameSheet,
  sameWords,
  type Saving,
  type Sheet,
  type Take,
} from "./account_draft.ts";
import { parseDraft } from "./local_draft.ts";

type Laid = Pick<AccountDraft, "body" | "writtenAt" | "sendKey" | "pictures">;

export interface Paper {
  /** What the account had when the page was made. */
  stands: AccountDraft | null;
  /** Null once the letter was sent, or the page is gone. */
  sheet: () => Sheet | null;
  lay: (draft: Laid) => void;
  /** When somebody last wrote on it here, ms since the epoch. */
  writtenAt: () => number;
  /** Whether somebody did; otherwise the browser may have put its words back after they were sent. */
  isWritten: () => boolean;
  /** The stored draft that this device had before this page; null once it lies on the sheet or in the account. */
  aside: { current: string | null };
  /** The account has what lies on the sheet. */
  onKept: () => void;
  onOthers: (others: OtherWords[]) => void;
}

export interface Carrier {
  drafts: AccountDrafts;
  /** Saves in the account and returns the draft as it stands then; undefined if there was nothing to save, or no answer. */
  carry: (saving?: Saving, words?: Partial<Sheet>) => Promise<AccountDraft | null | undefined>;
  /** Lays `text` onto the sheet and keeps its old words beside it; false if the account was not told and nothing changed. */
  exchange: (text: string) => Promise<boolean>;
  /** Takes in what another device wrote while this page was open, unless the sheet has unsaved words. */
  look: () => Promise<void>;
}

/**
 * Brings the draft that this device kept into the account at `draftPath`. Looks for news whenever the page is seen again,
 * and carries what could not be saved once there is a connection.
 */
export function beginCarrying(draftPath: string, paper: Paper, gone: AbortController): Carrier {
  const carrier = carrierOf(askAt(draftPath), paper);
  void bringLocal(carrier, paper);
  document.addEventListener("visibilitychange", () => document.hidden || carrier.look(), gone);
  addEventListener("online", async () => {
    await bringLocal(carrier, paper);
    if (paper.isWritten()) await carrier.carry();
  }, gone);
  return carrier;
}

/** Returns a carrier, which carries nothing until it is told to. */
export function carrierOf(ask: Ask, { stands, sheet, lay, writtenAt, onKept, onOthers }: Paper): Carrier {
  /** Merges the words and the pictures if only one side changed each of them; false if both changed the same. */
  const take: Take = (answer, shown) => {
    const now = sheet();
    if (!now) return false;
    onOthers(answer?.others ?? []);
    if (!answer) return true;
    const text = joined(sameWords, shown.text, now.text, answer.body);
    const pictures = joined(samePictures, shown.pictures, now.pictures, answer.pictures);
    if (text === undefined || pictures === undefined) return false;
    const next = { text, pictures };
    // Words that were written here during the request count as written now.
    const writtenAt = sameSheet(next, onSheet(answer)) ? answer.writtenAt : Date.now();
    if (!sameSheet(next, now)) lay({ ...answer, body: text, pictures, writtenAt });
    return true;
  };
  const drafts = new AccountDrafts(ask, stands, sheet, take);

  const ageMs = () => Date.now() - writtenAt();

  const told = <Of>(answer: Of): Of => {
    const now = sheet();
    if (answer !== undefined && now && drafts.has(now)) onKept();
    return answer;
  };

  return {
    drafts,
    carry: async (saving, words) => told(await drafts.save({ ageMs: ageMs(), ...saving }, words)),
    exchange: async (text) => told(await drafts.exchange(text, { ageMs: ageMs() })),
    look: async () => void told(await drafts.look()),
  };
}

/** The merged version of `was`, which each side may have changed; undefined if each changed it differently. */
function joined<Of>(same: (one: Of, other: Of) => boolean, was: Of, here: Of, there: Of): Of | undefined {
  if (same(there, was) || same(there, here)) return here;
  return same(here, was) ? there : undefined;
}

/**
 * Brings a draft that this device kept, and that the account lacks, into the account, with its age. It is laid onto the
 * sheet at once if nothing else is written there, nor anything newer in the account. Otherwise the account decides which
 * words are the newest, and keeps all. Words that another device has sent leave both the sheet and this device.
 */
export async function bringLocal(carrier: Carrier, paper: Paper): Promise<void> {
  const { stands, aside } = paper;
  const [draft, before] = [parseDraft(aside.current), paper.sheet()];
  if (!draft || !before) return;
  const { text, savedAt, sendKey = before.sendKey, pictures = [], base = 0 } = draft;
  const mayLay = carrier.drafts.has(before) && (!stands || stands.revision === base);
  // The draft is of an earlier page. If the sheet was written on since, its words are saved first, beside the draft.
  if (!carrier.drafts.has(before) && await carrier.carry() === undefined) return;
  if (mayLay) {
    paper.lay({ body: text, writtenAt: savedAt, sendKey, pictures });
    aside.current = draft.before ?? null;
  }
  const left = paper.sheet();
  const answer = await carrier.carry({ base, ageMs: Date.now() - savedAt }, { text, sendKey, pictures });
  if (answer === undefined) return;
  aside.current = draft.before ?? null;
  const now = paper.sheet();
  if (mayLay && answer === null && now && left && sameSheet(now, left)) {
    paper.lay({ ...before, body: before.text, writtenAt: Date.now() });
  }
  await bringBefore(carrier, paper);
  const last = paper.sheet();
  if (last && (carrier.drafts.has(last) || sameSheet(last, before))) paper.onKept();
}

/** Brings the still older drafts: they continue no revision, so the account keeps them beside the rest. */
async function bringBefore(carrier: Carrier, { aside, sheet }: Paper): Promise<void> {
  for (let old = parseDraft(aside.current); old; old = parseDraft(aside.current)) {
    const { text, savedAt, sendKey = sheet()?.sendKey, pictures = [], before = null } = old;
    const answer = await carrier.carry({ base: 0, ageMs: Date.now() - savedAt }, { text, sendKey, pictures });
    if (answer === undefined) return;
    aside.current = before;
  }
}
