/** The control of this page, from when the island wakes until it goes; renders whenever its state has changed. */
import { useEffect, useMemo, useReducer, useState } from "react";
import { Control } from "./control.ts";
import { takeAcceptance } from "../letter_notifications/acceptance.ts";
import { type Sounds, soundsOf } from "./sounds.ts";
import type { ChatPrices, Me, Start } from "./types.ts";

export interface ServerClock {
  /** Server time in ms when the page was written. */
  atMs: number;
  /** How much faster than ours it runs; 1 but in demonstrations, 0 where it stands until somebody moves it. */
  rate: number;
}

/** What the page says of itself. */
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
    // A socket stands on its page's own address, whatever the language.
    const url = typeof location === "undefined" ? "" : `${location.origin.replace(/^http/, "ws")}/chat/socket`;
    const accepted = (fromId: number) => takeAcceptance(fromId, Date.now());
    return new Control(
      me,
      { now: nowOf(clock), url, sound: soundsOf(sounds), start, quoted: prices?.credits, takeAcceptance: accepted },
      () => changed(undefined),
    );
  }, []);
  useEffect(() => {
    control.open();
    return () => control.close();
  }, []);
  return control;
}

/** Server time here, counted from when the first byte of the page came. */
function nowOf({ atMs, rate }: ServerClock): () => number {
  const [page] = typeof document === "undefined" ? [] : performance.getEntriesByType("navigation");
  const startedAt = (page as PerformanceNavigationTiming | undefined)?.responseStart ?? 0;
  return () => atMs + (performance.now() - startedAt) * rate;
}

/** Renders again every so often, for clocks; not at all where `isRunning` is false. */
export function useTicks(everyMs: number, isRunning = true): void {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => tick((count) => count + 1), everyMs);
    return () => clearInterval(timer);
  }, [isRunning, everyMs]);
}
