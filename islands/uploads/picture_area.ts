/** How many pixels a picture would take when it is opened, by the head of its file alone. */

/** So much of a file holds the head, behind what a camera writes before it. */
export const headBytes = 256 * 1024;

/** Opened, a pixel takes four bytes: a tenth of a device's memory for them, and the page is not lost over it. */
const pixelsPerGigabyte = 25_000_000;

/** Whether a device may open a picture; one whose head is not understood it may. */
export function mayBeOpened(head: Uint8Array, memoryGigabytes: number): boolean {
  return (areaOf(head) ?? 0) <= memoryGigabytes * pixelsPerGigabyte;
}

/** What the browser says of the device. Those that say nothing are seldom on a weak one. */
export const memoryOfDevice = (): number => (navigator as { deviceMemory?: number }).deviceMemory ?? 8;

/** Pixels of a JPG or PNG; null for anything else. */
export function areaOf(head: Uint8Array): number | null {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  try {
    if (view.getUint16(0) === 0xffd8) return areaOfJpeg(view);
    return view.getUint32(0) === 0x89504e47 ? view.getUint32(16) * view.getUint32(20) : null;
  } catch (error) {
    // It ends before it says so.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** From one part to the next until the one that begins the picture (ITU T.81, annex B). */
function areaOfJpeg(view: DataView): number | null {
  for (let at = 2; view.getUint8(at) === 0xff; at += 2 + view.getUint16(at + 2)) {
    const kind = view.getUint8(at + 1);
    const beginsPicture = kind >= 0xc0 && kind <= 0xcf && kind !== 0xc4 && kind !== 0xc8 && kind !== 0xcc;
    if (beginsPicture) return view.getUint16(at + 5) * view.getUint16(at + 7);
  }
  return null;
}
