/** How many pixels a picture has, read from the head of its file alone, before it is opened. */

/** Enough of a file to contain the head, which follows what a camera writes before it. */
export const headBytes = 256 * 1024;

/** An opened pixel takes four bytes: so a picture takes a tenth of the device's memory at most, and the page survives. */
const pixelsPerGigabyte = 25_000_000;

/** Whether a device may open a picture; true if the head is not understood. */
export function mayBeOpened(head: Uint8Array, memoryGigabytes: number): boolean {
  return (areaOf(head) ?? 0) <= memoryGigabytes * pixelsPerGigabyte;
}

/** The device's memory in gigabytes, as the browser says; 8 if it does not say: such browsers seldom run on weak devices. */
export const memoryOfDevice = (): number => (navigator as { deviceMemory?: number }).deviceMemory ?? 8;

/** Pixels of a JPG or PNG; null for anything else. */
export function areaOf(head: Uint8Array): number | null {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  try {
    if (view.getUint16(0) === 0xffd8) return areaOfJpeg(view);
    return view.getUint32(0) === 0x89504e47 ? view.getUint32(16) * view.getUint32(20) : null;
  } catch (error) {
    // The head ends before the size.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Goes from segment to segment, up to the frame header, which has the size (ITU T.81, annex B). */
function areaOfJpeg(view: DataView): number | null {
  for (let at = 2; view.getUint8(at) === 0xff; at += 2 + view.getUint16(at + 2)) {
    const kind = view.getUint8(at + 1);
    const beginsPicture = kind >= 0xc0 && kind <= 0xcf && kind !== 0xc4 && kind !== 0xc8 && kind !== 0xcc;
    if (beginsPicture) return view.getUint16(at + 5) * view.getUint16(at + 7);
  }
  return null;
}
