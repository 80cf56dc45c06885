/** The draft of a sheet: on this device at once, in the account soon after, and what another device wrote laid down here. */
import type { ComponentChild, RefObject } from "preact";
import { useEffect, useRef, useState } from "react";
import type { Carrier, Paper } from "./carrying.ts";
import type { AccountDraft, Sheet } from "./account_draft.ts";
import { readKept, store } from "./device.ts";
import type { KeptPicture } from "./pictures_state.ts";
import { accountAfterMs, draftAfterMs, draftToKeep, isBlank } from "./state.ts";

export interface DraftProps {
  /** Names what this device has and the account has not yet: one for each writer and recipient. */
  draftKey: string;
  /** Where the account keeps what was begun, and what it had when this page was made. */
  draftPath: string;
  draft: AccountDraft | null;
  recipientName: string;
  /** The form's fresh id: whatever is sent with it is one letter. */
  sendKey: string;
  /** What stands on the sheet was refused; the account may not have it. */
  failure?: object;
}

interface DraftOf {
  sheet: RefObject<HTMLTextAreaElement | null>;
  pictures: () => KeptPicture[];
  /** The sheet has other words now, and these pictures. */
  onLaid: (body: string, pictures: KeptPicture[]) => void;
  /** The page is back from the browser's memory as it was left: in the middle of sending. */
  onBack: () => void;
}

export interface KeptDraft {
  sendKey: string;
  /** The same at any moment between two renderings. */
  key: { readonly current: string };
  /** The saving in the account that the sheet goes on from; 0 for none. */
  base: () => number;
  /** Of when the words are that are kept, ms since the epoch; null where none are. */
  savedAt: number | null;
  /** What is loaded once the sheet stands; null before. */
  account: typeof import("./account.ts") | null;
  /** What other devices wrote for this letter. */
  others: ComponentChild;
  /** Keeps what stands, under a fresh key where one is given. */
  keep: (sendKey?: string) => void;
  /** After each key and picture: keeps once no other follows. */
  keepSoon: () => void;
  /** Keeps, then carries nothing to the account until `wake`: the letter is being sent. */
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
  // What the listeners of the window need of the present, without being hung up anew at each key.
  const key = useRef(props.sendKey);
  const isSent = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const later = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  // When somebody last wrote here: what is kept or carried later is not newer for that.
  const writtenAt = useRef(Date.now());
  const carrier = useRef<Carrier | undefined>(undefined);
  const aside = useRef<string | null>(null);

  const adoptKey = (next: string) => {
    key.current = next;
    setSendKey(next);
  };

  const sheetNow = (): Sheet | null =>
    isSent.current || !sheet.current ? null : { text: sheet.current.value, sendKey: key.current, pictures: pictures() };

  const putDown = (draft: string | null) => store(props.draftKey, draft ?? aside.current);

  const base = () => carrier.current?.drafts.revision ?? props.draft?.revision ?? 0;

  const keep = (next = key.current) => {
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
    writtenAt.current = draft.writtenAt;
    setSavedAt(isBlank(draft.body, draft.pictures) ? null : draft.writtenAt);
    adoptKey(draft.sendKey);
    onLaid(draft.body, draft.pictures);
  };

  const wake = () => carrier.current?.drafts.wake();

  useEffect(() => {
    const gone = new AbortController();
    // Before the first key is pressed here: what is kept then would take its place.
    aside.current = readKept(props.draftKey);
    void import("./account.ts").then((loaded) => {
      const paper: Paper = {
        stands: props.draft,
        sheet: sheetNow,
        lay,
        writtenAt: () => writtenAt.current,
        aside,
        onKept: () => putDown(null),
        onOthers: setOthers,
      };
      carrier.current = loaded.beginCarrying(props.draftPath, paper, gone);
      setAccount(loaded);
    });
    addEventListener("pagehide", () => {
      // What nobody touched is not kept anew: it would come back over what another device wrote since, or has sent.
      if (timer.current || props.failure) keep();
      carry(true);
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
