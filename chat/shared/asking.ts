/** An invitation to a chat or a call, as the site's events tell it to an open page that is not the chat. */
export interface Asking {
  id: string;
  kind: "text" | "video";
  from: { id: number; name: string; age: number; photo: string; isCompanion: boolean };
  /** What a minute costs the reader, in words; null if it costs nothing. */
  price: string | null;
  leftMs: number;
}
