/** Translates texts; it limits itself, never throws, and stores no text. */
export interface TextTranslator {
  translate: (wanted: {
    text: string;
    from: string;
    to: string;
    /** Who wrote it: the text counts towards this person's share of the day. */
    personId: number;
  }) => Promise<{ ok: true; text: string; by: string } | { ok: false }>;
  /** Whether there is no room for another text now; absent means that there always is. */
  turnsAway?: () => boolean;
}
