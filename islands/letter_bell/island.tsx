/** Keeps every open page of a member true about new letters, and says when one comes. */
import type { Counts } from "./state.ts";
import { bellStrings, useBell } from "./use_bell.ts";

export const strings = bellStrings;

export default function LetterBell({ counts }: { counts: Counts }) {
  useBell(counts);
  return null;
}
