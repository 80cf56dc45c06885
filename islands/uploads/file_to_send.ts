/** What is sent for a chosen file: the file itself, or a smaller picture of it. */
import { headBytes, mayBeOpened, memoryOfDevice } from "./picture_area.ts";
import { smallerPicture } from "./smaller_picture.ts";
import { type FileLimits, mayBeMadeSmaller, unfitOf } from "./fitting_files.ts";

/** A file up to this size that may be sent is sent as it is. */
const smallBytes = 1024 * 1024;

/** The pictures that were made smaller: a file that is sent again is the same one. */
const smaller = new WeakMap<File, File>();

/** Never throws: a file that cannot be made smaller stays as it is, and `unfitOf` then says why it cannot be sent. */
export async function fileToSend(file: File, limits: FileLimits): Promise<File> {
  const isFit = unfitOf(file, limits) === null;
  if (!mayBeMadeSmaller(file) || (isFit && file.size <= smallBytes)) return file;
  try {
    const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
    if (!mayBeOpened(head, memoryOfDevice())) return file;
    const made = smaller.get(file) ?? await smallerPicture(file, limits.bytesMax, isFit) ?? file;
    smaller.set(file, made);
    return made;
  } catch {
    return file;
  }
}
