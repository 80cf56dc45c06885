/** The view of a call, from asking to the end: the other's picture large, one's own small, and the controls. */
import { useEffect, useLayoutEffect, useRef } from "react";
import { Button } from "../../../components/buttons.tsx";
import { classNames } from "../../../components/class_names.ts";
import { Icon } from "../../../components/icon.tsx";
import { usePage } from "../../../components/page_context.ts";
import type { Control } from "../control.ts";
import type { Person } from "../types.ts";
import type { CallNow } from "./call_state.ts";
import { Controls } from "./controls.tsx";
import { OwnPicture } from "./own_picture.tsx";
import { Picture } from "./picture.tsx";
import { DeviceTrouble, Trouble } from "./trouble.tsx";

interface StageProps {
  control: Control;
  /** With whom the call is. */
  person: Person;
  /** Whether another conversation is open: the call goes on out of sight. */
  isAway: boolean;
  isMan: boolean;
}

export default function Stage({ control, person, isAway, isMan }: StageProps) {
  const { t } = usePage();
  const { call, chat } = control.state;
  const { now, problem } = call;
  const stage = useRef<HTMLElement>(null);
  const { isCalling } = control.calls.session;
  useFocus(stage, isCalling, [now?.phase, problem]);
  const showsTrouble = problem !== null && !problem.device;
  const isElsewhere = !now && !problem && chat?.isVideo && !control.calls.isLeaving;
  return (
    <section
      ref={stage}
      class={classNames("call", isAway && "call--away", !isCalling && "call--quiet")}
      aria-label={t("call:label", { name: person.name })}
      tabIndex={-1}
    >
      {showsTrouble && <Trouble control={control} problem={problem} name={person.name} isMan={isMan} />}
      {!showsTrouble && now?.phase === "question" && <Question control={control} name={person.name} />}
      {!showsTrouble && now && now.phase !== "question" && <Pictures control={control} now={now} person={person} />}
      {isElsewhere && <Elsewhere control={control} />}
      {problem?.device && now && <DeviceTrouble control={control} problem={problem} device={problem.device} />}
      {isCalling && now && <Controls control={control} now={now} stage={stage} />}
    </section>
  );
}

function Pictures({ control, now, person }: { control: Control; now: CallNow; person: Person }) {
  const { t } = usePage();
  const { calls } = control;
  const isRunning = now.phase === "running" || now.phase === "lost";
  const hasPicture = isRunning && now.partner.camera === "on";
  return (
    <div class={classNames("call__view", now.phase === "lost" && "call__view--lost")}>
      {calls.session.isCalling && (
        <Picture class={hasPicture ? "call__remote" : "call__remote call__remote--dark"} stream={calls.remote} isFull />
      )}
      {!hasPicture && (
        <div class="call__face">
          <img class="avatar" src={person.photo} alt="" width={160} height={160} />
        </div>
      )}
      <div class="call__words" role="status">
        <p class="call__state">{stateWords()}</p>
        {isRunning && now.partner.camera !== "on" && (
          <p>{t(`call:partner.camera.${now.partner.camera}`, { name: person.name })}</p>
        )}
        {isRunning && now.partner.microphone !== "on" && (
          <p>
            <Icon name="mic-off" /> {t(`call:partner.microphone.${now.partner.microphone}`, { name: person.name })}
          </p>
        )}
      </div>
      {(now.phase === "opening" || now.phase === "waiting") && (
        <div class="call__wait">
          <Button tone="quiet" onClick={() => calls.cancel()}>{t("chat:withdraw")}</Button>
        </div>
      )}
      <OwnPicture control={control} now={now} />
    </div>
  );

  function stateWords(): string {
    if (now.phase !== "running") return t(`call:phase.${now.phase}`, { name: person.name });
    return hasPicture && now.isWeak ? t("call:line.weak") : "";
  }
}

/** Asked if there is no relay: the call would show each one's network address to the other, so each must agree. */
function Question({ control, name }: { control: Control; name: string }) {
  const { t } = usePage();
  const words = useRef<HTMLHeadingElement>(null);
  useEffect(() => words.current?.focus(), []);
  return (
    <div
      class="call__ask"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        control.calls.cancel();
      }}
    >
      <h3 ref={words} tabIndex={-1}>{t("call:direct.title")}</h3>
      <p>{t("call:direct.text", { name })}</p>
      <div class="actions">
        <Button tone="quiet" onClick={() => control.calls.cancel()}>{t("call:direct.no")}</Button>
        <Button onClick={() => void control.calls.agreeDirect()}>{t("call:direct.yes")}</Button>
      </div>
    </div>
  );
}

/** The server has a call with this person, in which this page takes no part. */
function Elsewhere({ control }: { control: Control }) {
  const { t } = usePage();
  return (
    <div class="call__ask" role="status">
      <p>{t("call:elsewhere")}</p>
      <div class="actions">
        <Button tone="quiet" onClick={() => void control.calls.hangUp()}>{t("call:hangUp")}</Button>
        <Button icon="video" onClick={() => void control.calls.rejoin()}>{t("call:rejoin")}</Button>
      </div>
    </div>
  );
}

/**
 * Moves the keyboard focus into the call when it begins, and back to the buttons when it is over. Until then, whenever what
 * had the focus is gone, which `changes` tell, the focus goes to what takes the call back.
 */
function useFocus(stage: { current: HTMLElement | null }, isCalling: boolean, changes: unknown[]): void {
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    const shown = stage.current!;
    const note = () => (hadFocus.current = shown.contains(document.activeElement));
    shown.addEventListener("focusin", note);
    document.addEventListener("focusin", note);
    return () => {
      shown.removeEventListener("focusin", note);
      document.removeEventListener("focusin", note);
      if (hadFocus.current) document.querySelector<HTMLElement>(".chat__with .end button:last-of-type")?.focus();
    };
  }, []);
  useLayoutEffect(() => {
    if (document.activeElement !== document.body) return;
    const cancel = stage.current!.querySelector<HTMLElement>(".call__wait button");
    (cancel ?? (hadFocus.current ? stage.current : null))?.focus({ preventScroll: true });
  }, changes);
  useEffect(() => {
    if (!isCalling) return;
    const { activeElement } = document;
    const isFree = !activeElement || activeElement === document.body || activeElement.closest(".chat__with, .call");
    if (isFree) stage.current?.focus({ preventScroll: true });
  }, [isCalling]);
}
