/** An account in a store of its own, and devices that write to it as the composer does. */
import {
  draftsKeptMs,
  endSentDraft,
  type LetterDraft,
  letterDraftTo,
  saveLetterDraft,
  type WrittenDraft,
} from "../../../kv/letters/letter_drafts.ts";
import { sendLetter } from "../../../kv/letters/sending.ts";
import { createPeople, testStore } from "../../../kv/testing/store.ts";
import { type AccountDraft, type Ask, type OtherWords, readDraft, type Sheet } from "../account_draft.ts";
import { bringLocal, carrierOf, type Paper } from "../carrying.ts";

/** A picture as the site would describe it. */
export const picture = (id: string) => ({ id, thumb: `/letter-files/${id}/thumb` });

/** James's account, and a device of his for each call of `device`. */
export async function account() {
  const store = await testStore();
  const { james, olena } = await createPeople(store);
  const gone = new Set<string>();
  const shown = (draft: LetterDraft | null) =>
    readDraft({
      draft: draft && { ...draft, pictures: draft.attachmentIds.filter((id) => !gone.has(id)).map(picture) },
    });
  let isThere = true;
  let meanwhile = () => {};
  const answered = async (written: Parameters<Ask>[0]) => {
    if (!written) return shown(await letterDraftTo(store, james.id, olena.id));
    const { attachments, ...rest } = written as unknown as WrittenDraft & { attachments: string[] };
    // As the call's own rule does (routes/api/letters/drafts.ts).
    if (rest.ageMs < 0 || rest.ageMs > draftsKeptMs) return undefined;
    const saved = await saveLetterDraft(store, james.id, olena.id, { ...rest, attachmentIds: attachments });
    return saved.ok ? shown(saved.draft) : undefined;
  };
  const ask: Ask = async (written) => {
    if (!isThere) return undefined;
    const answer = await answered(written);
    meanwhile();
    meanwhile = () => {};
    return answer;
  };
  async function device(sendKey: string) {
    const stands = (await ask(null, false)) as AccountDraft | null;
    const sheet: Sheet = {
      text: stands?.body ?? "",
      sendKey: stands?.sendKey ?? sendKey,
      pictures: stands?.pictures ?? [],
    };
    const mine = { sheet, others: [] as OtherWords[], isLocal: false };
    const paper: Paper = {
      stands,
      sheet: () => mine.sheet,
      lay: ({ body, sendKey, pictures }) => mine.sheet = { text: body, sendKey, pictures },
      writtenAt: () => Date.now(),
      isWritten: () => true,
      aside: { current: null },
      onKept: () => mine.isLocal = false,
      onOthers: (others) => mine.others = others,
    };
    const carrier = carrierOf(ask, paper);
    const change = (changed: Partial<Sheet>) => {
      mine.sheet = { ...mine.sheet, ...changed };
      mine.isLocal = true;
    };
    const type = (text: string) => {
      change({ text });
      return carrier.carry();
    };
    const enclose = (...ids: string[]) => {
      change({ pictures: ids.map(picture) });
      return carrier.carry();
    };
    const send = async (text: string) => {
      await type(text);
      const { sendKey } = mine.sheet;
      const sent = await sendLetter(store, { authorId: james.id, recipientId: olena.id, body: text, sendKey });
      if (!sent.ok) throw new Error(sent.reason);
      await endSentDraft(store, james.id, olena.id, { sendKey, body: text, base: carrier.drafts.revision });
    };
    /** Opens the letter again on this device, which has kept `kept` in its own storage. */
    const bring = (kept: object) => {
      paper.aside.current = JSON.stringify(kept);
      return bringLocal(carrier, paper);
    };
    return { mine, paper, carrier, change, type, enclose, send, bring };
  }
  return {
    store,
    device,
    lose: () => isThere = false,
    find: () => isThere = true,
    /** Runs `happens` during the next question to the account: after it has answered, before the device hears the answer. */
    meanwhile: (happens: () => void) => meanwhile = happens,
    /** The attachment is gone, as an unsent one is after a day. */
    loseAttachment: (id: string) => void gone.add(id),
    stands: () => letterDraftTo(store, james.id, olena.id),
    [Symbol.dispose]: () => store[Symbol.dispose](),
  };
}
