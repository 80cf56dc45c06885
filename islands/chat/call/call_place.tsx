/** The place of a call on the chat's screen; the view itself is loaded with the first call. */
import type { ComponentType } from "preact";
import { useEffect, useState } from "react";
import { Button } from "../../../components/buttons.tsx";
import { usePage } from "../../../components/page_context.ts";
import type { Control } from "../control.ts";
import type { ChatState, Person } from "../types.ts";
import { isInCall } from "./call_state.ts";

type StageView = ComponentType<{ control: Control; person: Person; isAway: boolean; isMan: boolean }>;

/** The partner of the call to be shown, whichever conversation is open; null if there is none. */
export function calledId({ call, chat, selectedId }: ChatState, isLeaving: boolean): number | null {
  const { now, problem } = call;
  if (now?.isAsker || isInCall(call)) return now!.partnerId;
  if (problem && problem.partnerId !== now?.partnerId) {
    return problem.partnerId === selectedId ? problem.partnerId : null;
  }
  if (now) return null;
  return chat?.isVideo && chat.isOpen && chat.partnerId === selectedId && !isLeaving ? chat.partnerId : null;
}

export function CallPlace({ control, isMan }: { control: Control; isMan: boolean }) {
  const { people, selectedId } = control.state;
  const id = calledId(control.state, control.calls.isLeaving);
  const person = id === null ? undefined : people.get(id);
  const Stage = useStage(person !== undefined);
  if (!person || !Stage) return null;
  return <Stage control={control} person={person} isAway={id !== selectedId} isMan={isMan} />;
}

function useStage(isWanted: boolean): StageView | null {
  const [loaded, setLoaded] = useState<{ Stage: StageView } | null>(null);
  useEffect(() => {
    if (isWanted && !loaded) void import("./stage.tsx").then(({ default: Stage }) => setLoaded({ Stage }));
  }, [isWanted]);
  return loaded?.Stage ?? null;
}

/** The way back to a call that goes on out of sight. */
export function CallBar({ control, class: className }: { control: Control; class?: string }) {
  const { t } = usePage();
  const { call, people } = control.state;
  if (!isInCall(call)) return null;
  const { partnerId } = call.now!;
  return (
    <div class={className ? `call__back ${className}` : "call__back"} role="status">
      <p>{t("call:goesOn", { name: people.get(partnerId)?.name ?? "" })}</p>
      <Button small tone="quiet" icon="video" onClick={() => control.select(partnerId)}>{t("call:back")}</Button>
      <Button small onClick={() => void control.calls.hangUp()}>{t("call:hangUp")}</Button>
    </div>
  );
}
