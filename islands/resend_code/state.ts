/** How long the button of a new code rests, and how that is written. */

export const restSeconds = 60;

/** Seconds as a clock shows them: 75 → "1:15"; never below zero. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** Whole seconds left of a rest that ends at `untilMs`. */
export const secondsLeft = (untilMs: number, nowMs: number): number => Math.max(0, Math.ceil((untilMs - nowMs) / 1000));
