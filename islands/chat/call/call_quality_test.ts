/** The quality of a call: when its connection counts as weak, and how the picture follows it. */
import { expect } from "expect";
import { type Counted, look, pictures, qualityAtFirst, type QualityState } from "./call_quality.ts";

const still: Counted = {
  atMs: 0,
  framesDecoded: 0,
  packetsReceived: 0,
  packetsLost: 0,
  lostThere: null,
  roundTripSeconds: 0.05,
};
const good = { framesDecoded: 50, packetsReceived: 300, packetsLost: 1 };
const lossy = { framesDecoded: 40, packetsReceived: 250, packetsLost: 50 };

/** Looks every two seconds; each step says what was counted since the last one. */
function looks(steps: Partial<Counted>[], hasPicture = true): QualityState[] {
  let counted = still;
  let state = look(qualityAtFirst, still, hasPicture);
  return steps.map((step) => {
    counted = {
      ...counted,
      ...step,
      atMs: counted.atMs + 2000,
      framesDecoded: counted.framesDecoded + (step.framesDecoded ?? 50),
      packetsReceived: counted.packetsReceived + (step.packetsReceived ?? 300),
      packetsLost: counted.packetsLost + (step.packetsLost ?? 0),
    };
    return state = look(state, counted, hasPicture);
  });
}
const times = <T>(count: number, each: T): T[] => Array.from({ length: count }, () => each);

Deno.test("a good line stays good and keeps the largest picture", () => {
  const last = looks(times(20, good)).at(-1)!;
  expect(last).toMatchObject({ isWeak: false, step: 0 });
});

Deno.test("one bad look is no weak line, two in a row are", () => {
  expect(looks([lossy]).at(-1)).toMatchObject({ isWeak: false, step: 0 });
  expect(looks([lossy, good, lossy, good, lossy]).at(-1)).toMatchObject({ isWeak: false, step: 0 });
  expect(looks([lossy, lossy]).at(-1)).toMatchObject({ isWeak: true, step: 1 });
});

Deno.test("while it stays weak the picture gets smaller, down to the last step", () => {
  expect(looks(times(4, lossy)).at(-1)!.step).toBe(2);
  expect(looks(times(40, lossy)).at(-1)!.step).toBe(pictures.length - 1);
});

Deno.test("a line that recovers is called good before the picture grows again, a step at a time", () => {
  const states = looks([...times(4, lossy), ...times(12, good)]);
  expect(states[6]).toMatchObject({ isWeak: false, step: 2 });
  expect(states[9]).toMatchObject({ step: 1 });
  expect(states[15]).toMatchObject({ step: 0, isWeak: false });
});

Deno.test("loss at the other end, a long way round and a picture that stands are weak lines too", () => {
  expect(looks(times(2, { ...good, lostThere: 0.2 })).at(-1)!.isWeak).toBe(true);
  expect(looks(times(2, { ...good, roundTripSeconds: 1.2 })).at(-1)!.isWeak).toBe(true);
  expect(looks(times(2, { framesDecoded: 4 })).at(-1)!.isWeak).toBe(true);
  expect(looks(times(2, { framesDecoded: 0 }), false).at(-1)!.isWeak).toBe(false);
});

Deno.test("a few packets lost of a few are no measure, and a clock that stands is no look", () => {
  expect(looks(times(4, { framesDecoded: 50, packetsReceived: 5, packetsLost: 5 })).at(-1)!.isWeak).toBe(false);
  const state = look(look(qualityAtFirst, still, true), still, true);
  expect(state).toMatchObject({ streak: 0, isWeak: false });
});
