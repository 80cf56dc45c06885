/** Draws a picture that is still on this device, square, as its small version will be. */
export async function draw(canvas: HTMLCanvasElement, file: File): Promise<void> {
  try {
    const picture = await createImageBitmap(file);
    const side = Math.min(picture.width, picture.height);
    const [left, top] = [(picture.width - side) / 2, (picture.height - side) / 2];
    canvas.getContext("2d")?.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
    picture.close();
  } catch {
    // A picture that the browser cannot draw is refused by the server, which says why.
  }
}
