/** A drawn code for the camera of a phone: dark on light by night as by day, or cameras do not read it. */

export interface QrDrawing {
  /** Modules on each side, the quiet edge included. */
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
