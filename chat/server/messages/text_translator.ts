/** What puts a text into another language; it limits itself, never throws, and keeps no text. */
export interface TextTranslator {
  translate: (wanted: {
    text: string;
    from: string;
    to: string;
    /** Who wrote it: whose share of the day it is taken from. */
    personId: number;
  }) => Promise<{ ok: true; text: string; by: string } | { ok: false }>;
  /** Whether there is no room for another now; absent means that there always is. */
  turnsAway?: () => boolean;
}
