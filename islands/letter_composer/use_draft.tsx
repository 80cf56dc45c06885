/** The draft of a sheet: stored on this device at once, in the account soon after; takes in what other devices wrote. */
import type { ComponentChild, RefObject } from "preact";
import { useEffect, useRef, useState } from "react";
import type { Carrier, Paper } from "./carrying.ts";
import type { AccountDraft, Sheet } from "./account_draft.ts";
import { readKept, store } from "../storage.ts";
import type { KeptPicture } from "./pictures_state.ts";
import { accountAfterMs, draftAfterMs, draftToKeep, isBlank } from "./state.ts";

export interface DraftProps {
  /** The key by which this device stores the draft until the account has it: one for each writer and recipient. */
  draftKey: string;
  /** The address of the draft in the account; `draft` is what the account had when this page was made. */
  draftPath: string;
  draft: AccountDraft | null;
  recipientName: string;
  /** The form's fresh id: whatever is sent with it is one letter. */
  sendKey: string;
  /** Set if the letter on the sheet was refused; the account may not have it. */
  failure?: object;
}

interface DraftOf {
  sheet: RefObject<HTMLTextAreaElement | null>;
  pictures: () => KeptPicture[];
  /** The sheet was given other words and these pictures. */
  onLaid: (body: string, pictures: KeptPicture[]) => void;
  /** The page is shown, perhaps from the back/forward cache as it was left: in the middle of sending. */
  onBack: () => void;
}

export interface KeptDraft {
  sendKey: string;
  /** The same, but also up to date between two renderings. */
  key: { readonly current: string };
  /** The revision in the account that the sheet continues; 0 for none. */
  base: () => number;
  /** When the stored words were written, ms since the epoch; null if none are stored. */
  savedAt: number | null;
  /** The code of account.ts; null until it is loaded. */
  account: typeof import("./account.ts") | null;
  /** What other devices wrote for this letter. */
  others: ComponentChild;
  /** Stores the sheet, with a new send key if one is given. */
  keep: (sendKey?: string) => void;
  /** To be called after each key and picture: stores the sheet once no other follows. */
  keepSoon: () => void;
  /** Stores the sheet, then saves nothing in the account until `wake`: the letter is being sent. */
  rest: () => Promise<void>;
  wake: () => void;
  /** The letter was sent. */
  end: () => void;
}

/** Keeps what lies on the sheet, from its first rendering until the letter is sent. */
export function useDraft(props: DraftProps, { sheet, pictures, onLaid, onBack }: DraftOf): KeptDraft {
  const [sendKey, setSendKey] = useState(props.sendKey);
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const [others, setOthers] = useState(props.draft?.others ?? []);
  const [account, setAccount] = useState<typeof import("./account.ts") | null>(null);
  // Refs, from which listeners that are added once read the present values.
  const key = useRef(props.sendKey);
  const isSent = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const later = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  // When somebody last wrote here: storing or carrying the words later does not make them newer.
  const writtenAt = useRef(Date.now());
  const carrier = useRef<Carrier | undefined>(undefined);
  const aside = useRef<string | null>(null);
  // False for words that the browser put back when somebody went back: perhaps they were sent from there.
  const isWritten = useRef(false);

  const adoptKey = (next: string) => {
    key.current = next;
    setSendKey(next);
  };

  const sheetNow = (): Sheet | null =>
    isSent.current || !sheet.current ? null : { text: sheet.current.value, sendKey: key.current, pictures: pictures() };

  const putDown = (draft: string | null) => store("localStorage", props.draftKey, draft ?? aside.current);

  const base = () => carrier.current?.drafts.revision ?? props.draft?.revision ?? 0;

  const keep = (next = key.current) => {
    isWritten.current = true;
    adoptKey(next);
    clearTimeout(timer.current);
    clearTimeout(later.current);
    timer.current = undefined;
    const now = sheetNow();
    if (!now) return;
    const savedAt = writtenAt.current;
    const drafts = carrier.current?.drafts;
    const before = aside.current ?? undefined;
    const draft = draftToKeep({ ...now, savedAt, base: base(), to: props.recipientName, before });
    setSavedAt(putDown(drafts?.has(now) ? null : draft) && draft ? savedAt : null);
    later.current = setTimeout(carry, accountAfterMs);
  };

  const carry = (isLeaving?: boolean) => void carrier.current?.carry({ isLeaving });

  const lay: Paper["lay"] = (draft) => {
    sheet.current!.value = draft.body;
    isWritten.current = true;
    writtenAt.current = draft.writtenAt;
    setSavedAt(isBlank(draft.body, draft.pictures) ? null : draft.writtenAt);
    adoptKey(draft.sendKey);
    onLaid(draft.body, draft.pictures);
  };

  const wake = () => carrier.current?.drafts.wake();

  useEffect(() => {
    const gone = new AbortController();
    // Somebody may have typed before the script was there.
    isWritten.current = navigator.userActivation?.hasBeenActive ?? false;
    // Read before the first key is pressed, because the draft that is stored then takes its place.
    aside.current = readKept("localStorage", props.draftKey);
    void import("./account.ts").then((loaded) => {
      const paper: Paper = {
        stands: props.draft,
        sheet: sheetNow,
        lay,
        writtenAt: () => writtenAt.current,
        isWritten: () => isWritten.current,
        aside,
        onKept: () => putDown(null),
        onOthers: setOthers,
      };
      carrier.current = loaded.beginCarrying(props.draftPath, paper, gone);
      setAccount(loaded);
    });
    addEventListener("pagehide", () => {
      // An untouched sheet is not stored anew: it could replace what another device wrote since, or bring back what it sent.
      if (timer.current || props.failure) keep();
      if (isWritten.current) carry(true);
    }, gone);
    addEventListener("pageshow", () => {
      isSent.current = false;
      onBack();
      wake();
    }, gone);
    return () => {
      gone.abort();
      clearTimeout(timer.current);
      clearTimeout(later.current);
    };
  }, []);

  return {
    sendKey,
    key,
    base,
    savedAt,
    account,
    others: account && others.length > 0 && <account.OtherWords others={others} carrier={carrier.current!} />,
    keep,
    keepSoon() {
      writtenAt.current = Date.now();
      clearTimeout(timer.current);
      timer.current = setTimeout(keep, draftAfterMs);
    },
    async rest() {
      keep();
      clearTimeout(later.current);
      await carrier.current?.drafts.rest();
    },
    wake,
    end() {
      isSent.current = true;
      putDown(null);
    },
  };
}
