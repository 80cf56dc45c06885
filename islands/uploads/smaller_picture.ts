/**
 * Makes a phone's photograph as small as the server keeps it, before it is sent: a slow line carries a tenth of it, and
 * kinds that only this browser can read (HEIC on Apple's devices) arrive as JPG. What the camera wrote into the file,
 * places among it, stays on the device.
 */

/** The server keeps no more pixels a side (services/pictures/images.ts). */
const keptSide = 2048;
/** Tried one after another until the limit holds. */
const attempts = [{ side: keptSide, quality: 0.9 }, { side: keptSide, quality: 0.75 }, { side: 1280, quality: 0.75 }];

/**
 * Returns a JPG of at most `bytesMax`; null if none can be made, or if the file `isFit` to be sent as it is and has no more
 * pixels than the server keeps. Throws if the browser cannot read the file.
 */
export async function smallerPicture(file: File, bytesMax: number, isFit: boolean): Promise<File | null> {
  const picture = await createImageBitmap(file);
  try {
    if (isFit && Math.max(picture.width, picture.height) <= keptSide) return null;
    for (const { side, quality } of attempts) {
      const made = await drawn(picture, side, quality);
      if (made && made.size <= bytesMax) return new File([made], jpegName(file.name), { type: made.type });
    }
    return null;
  } finally {
    picture.close();
  }
}

/** A picture as JPG with at most that many pixels a side; null where the device has no room for it. */
function drawn(picture: ImageBitmap, side: number, quality: number): Promise<Blob | null> {
  const share = Math.min(1, side / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * share));
  canvas.height = Math.max(1, Math.round(picture.height * share));
  const paper = canvas.getContext("2d");
  if (!paper) return Promise.resolve(null);
  // JPG has no clear parts, which would come out black.
  paper.fillStyle = "#fff";
  paper.fillRect(0, 0, canvas.width, canvas.height);
  paper.imageSmoothingQuality = "high";
  paper.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
}

const jpegName = (name: string): string => name.replace(/\.[^.]*$/, "") + ".jpg";
