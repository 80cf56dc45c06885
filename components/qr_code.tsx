/** A QR code for the camera of a phone. It is dark on light in the dark theme, too: many cameras read no other. */

export interface QrDrawing {
  /** Modules per side, including the quiet zone. */
  size: number;
  /** The dark modules as a path, one unit each. */
  path: string;
}

export function QrCode({ drawing, label }: { drawing: QrDrawing; label: string }) {
  const { size, path } = drawing;
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <path d={path} />
    </svg>
  );
}
