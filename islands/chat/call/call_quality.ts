/** How good the connection of a call is, by the browser's counters, and how large a picture it can carry. Pure. */

/** What has been counted since the call began. */
export interface Counted {
  atMs: number;
  framesDecoded: number;
  packetsReceived: number;
  packetsLost: number;
  /** The share of the packets sent that the other lost lately, 0 to 1; null until the other's browser has told. */
  lostThere: number | null;
  roundTripSeconds: number | null;
}

export interface QualityState {
  counted: Counted | null;
  isWeak: boolean;
  /** How many checks in a row were good, or weak, which count below zero. */
  streak: number;
  /** An index of `pictures`. */
  step: number;
}

export const qualityAtFirst: QualityState = { counted: null, isWeak: false, streak: 0, step: 0 };

/** From the best picture to the smallest; sound is never made worse. */
export const pictures = [
  { scaleDownBy: 1, bitsPerSecond: 1_200_000, framesPerSecond: 30 },
  { scaleDownBy: 1.5, bitsPerSecond: 500_000, framesPerSecond: 24 },
  { scaleDownBy: 3, bitsPerSecond: 180_000, framesPerSecond: 15 },
] as const;
export const soundBitsPerSecond = 40_000;

const lostShareMax = 0.05;
const roundTripSecondsMax = 0.6;
const framesPerSecondMin = 7;
/** How many checks must agree before anything is shown or changed, so that nothing flickers. */
const samplesToWeak = 2;
const samplesToGood = 3;
const samplesToLarger = 6;

/** Returns the state after one more check; `hasPicture`: whether the other sends a picture. */
export function look(state: QualityState, now: Counted, hasPicture: boolean): QualityState {
  const { counted: before } = state;
  if (!before || now.atMs <= before.atMs) return { ...state, counted: now };
  if (isWeakBetween(before, now, hasPicture)) {
    const streak = Math.min(state.streak, 0) - 1;
    const step = streak % samplesToWeak === 0 ? Math.min(state.step + 1, pictures.length - 1) : state.step;
    return { counted: now, isWeak: state.isWeak || streak <= -samplesToWeak, streak, step };
  }
  const streak = Math.max(state.streak, 0) + 1;
  const step = streak % samplesToLarger === 0 ? Math.max(state.step - 1, 0) : state.step;
  return { counted: now, isWeak: state.isWeak && streak < samplesToGood, streak, step };
}

function isWeakBetween(before: Counted, now: Counted, hasPicture: boolean): boolean {
  const seconds = (now.atMs - before.atMs) / 1000;
  const lost = Math.max(0, now.packetsLost - before.packetsLost);
  const came = Math.max(0, now.packetsReceived - before.packetsReceived);
  if (lost + came > 20 && lost / (lost + came) > lostShareMax) return true;
  if (now.lostThere !== null && now.lostThere > lostShareMax) return true;
  if (now.roundTripSeconds !== null && now.roundTripSeconds > roundTripSecondsMax) return true;
  return hasPicture && (now.framesDecoded - before.framesDecoded) / seconds < framesPerSecondMin;
}
