/** Who asks for a chat or a call, as an open page of the site that is no chat is told by its events. */
export interface Asking {
  id: string;
  kind: "text" | "video";
  from: { id: number; name: string; age: number; photo: string; isCompanion: boolean };
  /** What a minute costs the reader, where it costs anything. */
  price: string | null;
  leftMs: number;
}
