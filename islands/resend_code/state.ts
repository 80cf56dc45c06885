/** How long the button of a new code rests, and how that is written. */

export const restSeconds = 60;

/** Seconds as a clock shows them: 75 → "1:15"; never below zero. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** A moment by both clocks: the page's stands still while the device sleeps, and the device's can be set. */
export interface Moment {
  pageMs: number;
  deviceMs: number;
}

/** Whole seconds left of a rest: as much has passed as the clock says that went on further. The server knows for certain. */
export function secondsLeft(restSeconds: number, since: Moment, now: Moment): number {
  const passedMs = Math.max(now.pageMs - since.pageMs, now.deviceMs - since.deviceMs);
  return Math.max(0, Math.ceil(restSeconds - passedMs / 1000));
}
