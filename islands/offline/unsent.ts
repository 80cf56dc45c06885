/** The unsent letters on this device, for their writer alone: others may use the same browser. */
import { draftKeyOf, parseDraft } from "../letter_composer/local_draft.ts";

export interface UnsentLetter {
  /** The recipient's name. */
  name: string;
  /** Ms since the epoch, by the device's clock. */
  savedAt: number;
}

/** Letters that a writer began here and that the account does not have, the latest first. */
export function unsentLetters(stored: Iterable<[string, unknown]>, writerId: number): UnsentLetter[] {
  if (!writerId) return [];
  const mine = draftKeyOf(writerId, "");
  return [...stored].flatMap(([key, value]) => {
    const draft = key.startsWith(mine) ? parseDraft(String(value)) : null;
    return draft?.to ? { name: draft.to, savedAt: draft.savedAt } : [];
  }).sort((one, other) => other.savedAt - one.savedAt);
}
