/** Where uploaded files lie, behind one interface; names are made by us and can never lead out of their place. */

/** The storage does not answer, or answers wrongly. The request was right; it may be tried again. */
export class StorageUnavailable extends Error {
  override name = "StorageUnavailable";
}

/** Bytes of a file, both ends included, counted from 0. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredFile {
  /** Of the whole file, whatever part was asked for. */
  sizeBytes: number;
  /** Must be read to its end or cancelled: it may hold a file or a connection open. */
  body: ReadableStream<Uint8Array<ArrayBuffer>>;
}

/** Every method throws `StorageUnavailable` where the storage cannot be reached, or is full. */
export interface Storage {
  /** Writes a file, replacing one of the same name. Either the whole new file is kept, or the old one stays. */
  put(name: string, bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<void>;
  /** The file, or the part of it, or null where there is none. The range must lie within the file. */
  get(name: string, range?: ByteRange): Promise<StoredFile | null>;
  /** Removes a file; does nothing where there is none. */
  delete(name: string): Promise<void>;
  /** The names of all files, in no order; for backups and for the audit. */
  list(): AsyncIterable<string>;
}

const safeName = /^[a-z][a-z0-9_-]{0,30}\/[A-Za-z0-9_-]{1,100}(?:\/[A-Za-z0-9_-]{1,100})?(?:\.[a-z0-9]{1,5})?$/;

export const isSafeName = (name: string): boolean => safeName.test(name);

/** Names are "folder/file" or "folder/file/part"; throws for anything else, because nobody outside ever chooses one. */
export function assertSafeName(name: string): void {
  if (!isSafeName(name)) throw new Error("not a name of a stored file");
}
