/** Keeps every open page of a member true about new letters, and says when one comes. */
import { bellStrings, useBell } from "./letter_bell/use_bell.ts";
import type { Counts } from "./letter_bell_state.ts";

export const strings = bellStrings;

export default function LetterBell({ counts }: { counts: Counts }) {
  useBell(counts);
  return null;
}
