/** The control of this page, while the island lives; renders whenever its state has changed. */
import { useEffect, useMemo, useReducer, useState } from "react";
import { Control } from "./control.ts";
import { unsentInTab } from "./conversation/unsent.ts";
import { takeAcceptance } from "../letter_notifications/acceptance.ts";
import { type Sounds, soundsOf } from "./sounds.ts";
import type { ChatPrices, Me, Start } from "./types.ts";

export interface ServerClock {
  /** Server time in ms when the page was written. */
  atMs: number;
  /** How fast it runs compared with ours: 1 except in demonstrations, 0 if it stands still until somebody moves it. */
  rate: number;
}

/** The props of the island that the control needs. */
interface Props {
  me: Me;
  clock: ServerClock;
  sounds: Sounds;
  prices: ChatPrices | null;
  start: Start;
}

export function useControl({ me, clock, sounds, prices, start }: Props): Control {
  const [, changed] = useReducer((count: number) => count + 1, 0);
  const control = useMemo(() => {
    // The same for every language of the page's origin; who signs in here next has no part in this page's talks.
    const url = typeof location === "undefined"
      ? ""
      : `${location.origin.replace(/^http/, "ws")}/chat/socket?user=${me.id}`;
    const accepted = (fromId: number) => takeAcceptance(me.id, fromId, Date.now());
    return new Control(
      me,
      {
        now: nowOf(clock),
        url,
        sound: soundsOf(sounds),
        start,
        quoted: prices?.credits,
        takeAcceptance: accepted,
        unsent: unsentInTab(me.id),
      },
      () => changed(undefined),
    );
  }, []);
  useEffect(() => {
    control.open();
    return () => control.close();
  }, []);
  return control;
}

/** Returns a clock of server time, which counts from when the first byte of the page arrived. */
function nowOf({ atMs, rate }: ServerClock): () => number {
  const [page] = typeof document === "undefined" ? [] : performance.getEntriesByType("navigation");
  const startedAt = (page as PerformanceNavigationTiming | undefined)?.responseStart ?? 0;
  return () => atMs + (performance.now() - startedAt) * rate;
}

/** Renders again every `everyMs`, for clocks; not at all if `isRunning` is false. */
export function useTicks(everyMs: number, isRunning = true): void {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => tick((count) => count + 1), everyMs);
    return () => clearInterval(timer);
  }, [isRunning, everyMs]);
}
