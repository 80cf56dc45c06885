/** Carries a sheet into the account, and lays down what another device wrote. */
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
  /** What this device kept before this page, as it was kept; null once it lies on the sheet or in the account. */
  aside: { current: string | null };
  /** The account has what lies on the sheet. */
  onKept: () => void;
  onOthers: (others: OtherWords[]) => void;
}

export interface Carrier {
  drafts: AccountDrafts;
  /** What stands then; undefined where nothing had to be carried, or no answer came. */
  carry: (saving?: Saving, words?: Partial<Sheet>) => Promise<AccountDraft | null | undefined>;
  /** Lays other words down, and what lay there beside them; false where the account could not be told, and nothing changed. */
  exchange: (text: string) => Promise<boolean>;
  /** What another device wrote while this page lay open; for a sheet on which nothing new stands. */
  look: () => Promise<void>;
}

/**
 * Brings what this device kept into the account at that address. Looks whenever the page is seen again, and carries what
 * found no connection once there is one.
 */
export function beginCarrying(draftPath: string, paper: Paper, gone: AbortController): Carrier {
  const carrier = carrierOf(askAt(draftPath), paper);
  void bringLocal(carrier, paper);
  document.addEventListener("visibilitychange", () => document.hidden || carrier.look(), gone);
  addEventListener("online", () => void bringLocal(carrier, paper).then(() => carrier.carry()), gone);
  return carrier;
}

/** Nothing is carried before it is told to. */
export function carrierOf(ask: Ask, { stands, sheet, lay, writtenAt, onKept, onOthers }: Paper): Carrier {
  /** Joins what only one side changed, of the words and of the pictures; false where both changed the same. */
  const take: Take = (answer, shown) => {
    const now = sheet();
    if (!now) return false;
    onOthers(answer?.others ?? []);
    if (!answer) return true;
    const text = joined(sameWords, shown.text, now.text, answer.body);
    const pictures = joined(samePictures, shown.pictures, now.pictures, answer.pictures);
    if (text === undefined || pictures === undefined) return false;
    const next = { text, pictures };
    // What was written here during the question is of this moment.
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

/** What both made of it, since it was so; undefined where each made something else. */
function joined<Of>(same: (one: Of, other: Of) => boolean, was: Of, here: Of, there: Of): Of | undefined {
  if (same(there, was) || same(there, here)) return here;
  return same(here, was) ? there : undefined;
}

/**
 * What this device kept and the account has not: it goes there with its age. It lies on the sheet at once where nothing
 * else is written there, nor newer in the account; else the account says which of the words are the newest, and keeps all.
 * Words that another device has sent leave both the sheet and this device.
 */
export async function bringLocal(carrier: Carrier, paper: Paper): Promise<void> {
  const { stands, aside } = paper;
  const [draft, before] = [parseDraft(aside.current), paper.sheet()];
  if (!draft || !before) return;
  const { text, savedAt, sendKey = before.sendKey, pictures = [], base = 0 } = draft;
  const mayLay = carrier.drafts.has(before) && (!stands || stands.revision === base);
  // It is of a page that went: a sheet that was written on since is a letter beside it.
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

/** What was kept before that goes on from nothing any more: the account keeps it beside the rest. */
async function bringBefore(carrier: Carrier, { aside, sheet }: Paper): Promise<void> {
  for (let old = parseDraft(aside.current); old; old = parseDraft(aside.current)) {
    const { text, savedAt, sendKey = sheet()?.sendKey, pictures = [], before = null } = old;
    const answer = await carrier.carry({ base: 0, ageMs: Date.now() - savedAt }, { text, sendKey, pictures });
    if (answer === undefined) return;
    aside.current = before;
  }
}
