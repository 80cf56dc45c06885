/** For tests: the contents of a ZIP. */
import { Buffer } from "node:buffer";

/** The files of an uncompressed ZIP, by their names. */
export function filesIn(zip: Uint8Array): Map<string, string> {
  const view = Buffer.from(zip);
  const files = new Map<string, string>();
  let at = view.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  while (at >= 0 && view.readUInt32LE(at) === 0x02014b50) {
    const [size, nameLength, extraLength] = [
      view.readUInt32LE(at + 24),
      view.readUInt16LE(at + 28),
      view.readUInt16LE(at + 30),
    ];
    const local = view.readUInt32LE(at + 42);
    const name = view.toString("utf8", at + 46, at + 46 + nameLength);
    const start = local + 30 + view.readUInt16LE(local + 26) + view.readUInt16LE(local + 28);
    files.set(name, view.toString("utf8", start, start + size));
    at += 46 + nameLength + extraLength + view.readUInt16LE(at + 32);
  }
  return files;
}
