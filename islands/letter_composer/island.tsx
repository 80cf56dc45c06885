/** The sheet for a letter: counts, takes pictures, and sends once, when there is a network. A plain form until it runs. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "react";
import { Button, PricedButton } from "../../components/buttons.tsx";
import { FieldError } from "../../components/fields.tsx";
import { usePage } from "../../components/page_context.ts";
import { Rich } from "../../components/rich.tsx";
import { Notice } from "../../components/states.tsx";
import { formatNumber } from "../../i18n/format.ts";
import { clockOf } from "../clock.ts";
import { Failure } from "./failure.tsx";
import { PictureRow, PlainPictures } from "./pictures.tsx";
import { hasFailed, type KeptPicture } from "./pictures_state.ts";
import type { Answer } from "./post.ts";
import { type ComposerFailure, lengthOf, needsReload, pressGuardMs, spokenLeft } from "./state.ts";
import { type DraftProps, useDraft } from "./use_draft.tsx";
import { usePictures } from "./use_pictures.ts";

export interface LetterComposerProps extends DraftProps {
  /** The address that the form is sent to, localised. */
  action: string;
  /** The writer: somebody else may sign in in another tab before the letter is sent. */
  writerId: number;
  /** The address to which pictures are sent ahead of the letter. */
  picturesPath: string;
  /** The first text of the sheet: the draft, or a letter that was refused. */
  body: string;
  /** Pictures that the server has already. */
  pictures: KeptPicture[];
  lengthMax: number;
  /** The price in words, if a letter costs something. */
  price?: string;
  /** The price in credits: if it has changed by the time the letter is sent, the letter is refused. */
  priceCredits?: number;
  /** The sentence after those about pictures, if a letter costs something, with the gap before it. */
  picturesNote?: string;
  /** Stands before the button: what is left afterwards, or what is missing, with the way to it. */
  remains?: ComponentChildren;
  /** The option to have the letter translated for a reader who does not read its language. */
  translate?: { label: string; isChosen: boolean };
  /** The choice of the letter's language, for a writer who knows it better than the site. */
  language: { label: string; emptyLabel: string; options: { value: string; label: string }[]; value: string };
  wayOut?: { href: string; label: string };
  /** Says above the sheet, before anything was written, that the credits do not suffice. */
  lowNotice?: ComponentChildren;
  failure?: ComposerFailure;
}

export default function LetterComposer(props: LetterComposerProps) {
  const { action, recipientName, lengthMax, price, remains, wayOut, lowNotice } = props;
  const { t, locale } = usePage();
  const say = (key: string, values?: Record<string, unknown>) => t(`islands:letter_composer.${key}`, values);
  const sheet = useRef<HTMLTextAreaElement>(null);
  const [length, setLength] = useState<number | null>(null);
  const [failure, setFailure] = useState(props.failure);
  const [warning, setWarning] = useState<"offline" | "waiting" | "lost" | "cut" | "pictures" | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isHeld, setHeld] = useState(false);
  const [isAwake, setAwake] = useState(false);
  const [isOver, setOver] = useState(false);
  const stopWaiting = useRef<(() => void) | undefined>(undefined);

  const draft = useDraft(props, {
    sheet,
    pictures: () => all.kept(),
    onLaid(body, pictures) {
      setLength(lengthOf(body));
      all.adopt(pictures);
      // The words are now another device's, which nobody has asked to send.
      withdraw();
    },
    onBack() {
      setBusy(false);
      withdraw();
    },
  });
  const all = usePictures(props.pictures, props.picturesPath, draft.keepSoon);

  useEffect(() => {
    setAwake(true);
    setLength(lengthOf(sheet.current!.value));
    const gone = new AbortController();
    addEventListener("offline", () => setWarning((shown) => shown === "waiting" ? shown : "offline"), gone);
    addEventListener("online", () => setWarning((shown) => shown === "offline" ? null : shown), gone);
    return () => gone.abort();
  }, []);

  const onInput = () => {
    setLength(lengthOf(sheet.current!.value));
    setWarning((shown) => shown === "cut" ? null : shown);
    draft.keepSoon();
  };

  const onPaste = (event: ClipboardEvent) => {
    const files = event.clipboardData?.files ?? [];
    // Text that was copied together with a picture of itself is pasted as text.
    if (files.length > 0 && !event.clipboardData?.getData("text")) {
      event.preventDefault();
      return all.add(files);
    }
    const { value, selectionStart, selectionEnd } = sheet.current!;
    const pasted = event.clipboardData?.getData("text") ?? "";
    const after = lengthOf(value) - (selectionEnd - selectionStart) + lengthOf(pasted);
    if (after > lengthMax) setTimeout(setWarning, 0, "cut");
  };

  const onDrag = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    const { relatedTarget, currentTarget } = event;
    const leaves = event.type === "dragleave" && !(currentTarget as Element).contains(relatedTarget as Node | null);
    setOver(event.type === "drop" || leaves ? false : true);
    if (event.type === "drop") all.add(event.dataTransfer.files);
  };

  /** Keeps a letter that waits for the network from being sent by itself: its words were changed, or its writer says so. */
  const withdraw = () => {
    stopWaiting.current?.();
    setWarning((shown) => shown !== "waiting" ? shown : navigator.onLine ? null : "offline");
  };

  const send = async (event: Event) => {
    event.preventDefault();
    if (isBusy || isHeld) return;
    setHeld(true);
    setTimeout(setHeld, pressGuardMs, false);
    stopWaiting.current?.();
    if (await deliver()) return;
    const { account } = draft;
    setWarning(account ? "waiting" : navigator.onLine ? "lost" : "offline");
    stopWaiting.current = account?.waitForNetwork(deliver);
  };

  /** Sends the letter; false if there was no network: the same letter may be tried again. */
  const deliver = async (): Promise<boolean> => {
    setBusy(true);
    setWarning((shown) => shown === "waiting" ? shown : null);
    setFailure(undefined);
    dispatchEvent(new CustomEvent("vesna:loading", { detail: true }));
    await draft.rest();
    const pictures = await all.settled();
    const fields = new FormData(sheet.current!.form!);
    fields.set("sendKey", draft.key.current);
    fields.set("base", `${draft.base()}`);
    for (const { id } of all.kept()) fields.append("attachments[]", id);
    const answer = hasFailed(pictures)
      ? "pictures"
      : await import("./account.ts").then(({ post }) => post(action, fields), () => "no_network" as const);
    dispatchEvent(new CustomEvent("vesna:loading", { detail: false }));
    if (answer === "signed_out") location.reload();
    else if (answer !== "pictures" && answer !== "no_network" && answer.kind === "sent") {
      draft.end();
      location.assign(answer.to);
      if (needsReload(answer.to, location)) location.reload();
    } else {
      setBusy(false);
      draft.wake();
      if (answer !== "no_network") complain(answer);
    }
    return answer !== "no_network";
  };

  const complain = (answer: "pictures" | Exclude<Answer, { kind: "sent" }>) => {
    if (answer === "pictures") return setWarning("pictures");
    if (answer.kind === "unknown") return setWarning("lost");
    setWarning(null);
    setFailure(answer.failure);
    draft.keep(answer.sendKey);
    requestAnimationFrame(() => draft.account!.turnToFailure(sheet.current!.form!));
  };

  const number = (value: number) => formatNumber(locale, value);
  const left = length === null ? null : spokenLeft(length, lengthMax);
  const waits = { "aria-busy": isBusy, "aria-disabled": isBusy || isHeld ? "true" as const : undefined };

  return (
    <form
      class={isOver ? "compose over" : "compose"}
      id="compose"
      method="post"
      enctype="multipart/form-data"
      action={action}
      aria-label={say("label", { name: recipientName })}
      onSubmit={send}
      onInput={withdraw}
      onDragEnter={onDrag}
      onDragOver={onDrag}
      onDragLeave={onDrag}
      onDrop={onDrag}
    >
      <p class="to">
        <span>
          <Rich text={say("to", { name: recipientName })} />
        </span>
        {draft.savedAt !== null && <span class="end">{say("saved", { time: clockOf(locale, draft.savedAt) })}</span>}
      </p>
      {lowNotice}
      {draft.others}
      <input type="hidden" name="action" value="send" />
      <input type="hidden" name="writerId" value={props.writerId} />
      <input type="hidden" name="sendKey" value={draft.sendKey} />
      <input type="hidden" name="base" value={props.draft?.revision ?? 0} />
      {props.priceCredits && <input type="hidden" name="priceCredits" value={props.priceCredits} />}
      <label class="visually-hidden" for="letter-body">{say("yours")}</label>
      <textarea
        ref={sheet}
        id="letter-body"
        name="body"
        maxlength={lengthMax}
        required
        defaultValue={props.body}
        readOnly={isBusy}
        aria-describedby={failure?.fieldError ? "letter-count letter-body-error" : "letter-count"}
        aria-invalid={failure?.fieldError ? "true" : undefined}
        onInput={onInput}
        onPaste={onPaste}
      />
      {failure?.fieldError && <FieldError id="letter-body">{failure.fieldError}</FieldError>}
      {isAwake
        ? <PictureRow all={all} errors={failure?.pictureErrors ?? []} note={props.picturesNote ?? ""} />
        : <PlainPictures kept={props.pictures} errors={failure?.pictureErrors ?? []} note={props.picturesNote ?? ""} />}
      <div class="below">
        {props.translate && (
          <label class="check">
            <input type="checkbox" name="translate" defaultChecked={props.translate.isChosen} />
            <span>{props.translate.label}</span>
          </label>
        )}
        <label class="composer__language end">
          <span>{props.language.label}</span>
          <select class="select" name="language" defaultValue={props.language.value}>
            <option value="">{props.language.emptyLabel}</option>
            {props.language.options.map(({ value, label }) => <option key={value} value={value}>{label}</option>)}
          </select>
        </label>
      </div>
      {failure && <Failure failure={failure} wayOut={wayOut} />}
      {warning && (
        <Notice tone="attention" role="alert">
          {warning === "waiting" && draft.account
            ? <draft.account.WaitingNotice isBusy={isBusy} onStop={withdraw} />
            : say(warning === "pictures" ? "pictures_missing" : warning, { count: number(lengthMax) })}
        </Notice>
      )}
      <div class="below">
        <span class="figures" id="letter-count">
          {length === null
            ? say("limit", { most: number(lengthMax) })
            : <Rich text={say("count", { length: number(length), most: number(lengthMax) })} />}
        </span>
        <span class="visually-hidden" role="status">
          {left === null ? "" : say("left", { count: left, left: number(left) })}
        </span>
        <div class="send end">
          {!failure && remains}
          {price
            ? <PricedButton icon="send" label={say("send")} price={price} {...waits} />
            : <Button type="submit" icon="send" {...waits}>{say("send")}</Button>}
        </div>
      </div>
    </form>
  );
}
