/** Reads the Range header of a request (RFC 9110, section 14); several ranges at once are answered with the whole file. */

/** The requested range; null for the whole file; "outside" if the range holds no byte of the file. */
export function byteRangeOf(
  header: string | undefined,
  sizeBytes: number,
): { start: number; end: number } | null | "outside" {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "") ?? [];
  if (first === "" && last === "") return null;
  if (first === "") {
    const length = Math.min(Number(last), sizeBytes);
    return length === 0 ? "outside" : { start: sizeBytes - length, end: sizeBytes - 1 };
  }
  const start = Number(first);
  const end = last === "" ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (last !== "" && Number(last) < start) return null;
  return start >= sizeBytes ? "outside" : { start, end };
}
