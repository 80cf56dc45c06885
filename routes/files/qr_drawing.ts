/** Draws a text as a QR code: as a single path of an image. */
import { encode } from "uqr";
import type { QrDrawing } from "../../components/qr_code.tsx";

/** Light modules around the code, as the standard requires. */
const quietEdge = 4;

export function qrDrawing(text: string): QrDrawing {
  const { data, size } = encode(text, { ecc: "M", border: quietEdge });
  return { size, path: data.map(rowPath).join("") };
}

/** The dark runs of a row. */
function rowPath(row: boolean[], y: number): string {
  let path = "";
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue;
    let length = 1;
    while (row[x + length]) length++;
    path += `M${x} ${y}h${length}v1h-${length}z`;
    x += length;
  }
  return path;
}
