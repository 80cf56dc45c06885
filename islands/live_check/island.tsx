/** Records the video of a live check: the camera, ten seconds of recording, stills of it, and the upload. */
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { Button } from "../../components/buttons.tsx";
import { usePage } from "../../components/page_context.ts";
import { Notice } from "../../components/states.tsx";
import type { DeviceFault } from "../chat/call/media.ts";
import { Picture } from "../chat/call/picture.tsx";
import { readAnswer } from "./state.ts";
import { type Recorder, useRecorder } from "./use_recorder.ts";

export const strings = ["verification:record"];

interface LiveCheckProps {
  checkId: string;
  /** The page that shows the state of the verification, localised. */
  pagePath: string;
  secondsMax: number;
}

export default function LiveCheck({ checkId, pagePath, secondsMax }: LiveCheckProps) {
  const { t } = usePage();
  const recorder = useRecorder(secondsMax);
  const { stage, stream, fault, left, seconds } = recorder;
  const [failure, setFailure] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const send = useSending(checkId, pagePath);

  const sendIt = async () => {
    setSending(true);
    setFailure(null);
    const answer = await send(recorder.video!);
    // If it arrived, `send` has opened the next page.
    if (answer.kind === "done") return;
    setSending(false);
    setFailure(answer.kind === "refused" ? answer.message : t("verification:record.lost"));
  };

  return (
    <div class="recorder">
      {stream && (
        <figure>
          <Picture class="call__mirror" stream={stream} />
          <figcaption class="visually-hidden">{t("verification:record.yourself")}</figcaption>
        </figure>
      )}
      <Stills recorder={recorder} />
      {stage === "recording" && <p role="timer">{t("verification:record.running", { seconds: left })}</p>}
      <div role="status">
        {isSending
          ? <p>{t("verification:record.sending")}</p>
          : stage === "recorded" && <p>{t("verification:record.ready", { seconds })}</p>}
      </div>
      {fault && <Problem fault={fault} />}
      {failure && (
        <Notice tone="bad" role="alert">
          <p>{failure}</p>
        </Notice>
      )}
      <Actions recorder={recorder} isSending={isSending} onSend={() => void sendIt()} />
    </div>
  );
}

function Problem({ fault }: { fault: DeviceFault }) {
  const { t } = usePage();
  return (
    <Notice tone="bad" role="alert">
      <p>{t(`verification:record.problem.${fault}`)}</p>
    </Notice>
  );
}

function Actions({ recorder, isSending, onSend }: { recorder: Recorder; isSending: boolean; onSend: () => void }) {
  const { t } = usePage();
  const { stage } = recorder;
  const buttons = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  // The pressed button was replaced by the next one, to which the keyboard focus moves. After the recording it moves to the
  // group of buttons instead: a key that was meant to stop the recording must not send it.
  useLayoutEffect(() => {
    if (!hadFocus.current || document.activeElement !== document.body) return;
    const place = buttons.current!;
    (stage === "recorded" ? place : place.querySelector("button")!).focus();
  }, [stage]);
  return (
    <div
      ref={buttons}
      class="actions"
      tabIndex={-1}
      onKeyDown={(event) => event.repeat && event.key === "Enter" && event.preventDefault()}
      onFocusIn={() => (hadFocus.current = true)}
      onFocusOut={({ relatedTarget }) => (hadFocus.current = relatedTarget === null)}
    >
      {stage === "closed" && (
        <Button icon="video" onClick={() => void recorder.open()}>{t("verification:record.open")}</Button>
      )}
      {stage === "opening" && <Button icon="video" aria-busy aria-disabled>{t("verification:record.open")}</Button>}
      {stage === "open" && (
        <Button tone="seal" icon="video" onClick={recorder.start}>{t("verification:record.start")}</Button>
      )}
      {stage === "recording" && <Button icon="stop" onClick={recorder.stop}>{t("verification:record.stop")}</Button>}
      {stage === "recorded" && (
        <>
          <Button icon="send" aria-busy={isSending} onClick={() => !isSending && onSend()}>
            {t("verification:record.send")}
          </Button>
          <Button tone="quiet" onClick={() => !isSending && void recorder.open()}>
            {t("verification:record.again")}
          </Button>
        </>
      )}
    </div>
  );
}

/** Stills of the recording: the site's content security policy lets pages play only the site's own files. */
function Stills({ recorder: { stage, stills } }: { recorder: Recorder }) {
  const { t } = usePage();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.replaceChildren(...stills), [stills, stage]);
  if (stage !== "recorded") return null;
  return <div class="recorder__stills" role="img" aria-label={t("verification:record.stills")} ref={place} />;
}

function useSending(checkId: string, pagePath: string) {
  const { href, locale } = usePage();
  return async (video: Blob) => {
    const body = new FormData();
    body.set("checkId", checkId);
    body.set("video", new File([video], "live-check", { type: video.type }));
    try {
      const answer = await fetch(href("/api/verification/live-check"), {
        method: "POST",
        headers: { "accept-language": locale },
        body,
      });
      const read = readAnswer(answer.status, await answer.text());
      if (read.kind === "done") location.assign(pagePath);
      return read;
    } catch {
      return { kind: "lost" } as const;
    }
  };
}
