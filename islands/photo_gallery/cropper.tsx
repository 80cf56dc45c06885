/** Choosing the square that small pictures show: dragged on the picture, or set by three sliders from the keyboard. */
import { useEffect, useRef, useState } from "react";
import { Button } from "../../components/buttons.tsx";
import { Dialog } from "../../components/overlays.tsx";
import { usePage } from "../../components/page_context.ts";
import { fitted, type Frame, holdsCorner, type OwnPhoto, resized, sidesOf, type Square } from "./state.ts";

interface CropperProps {
  photo: OwnPhoto;
  onDone: (square: Square | null) => void;
}

/** Pixels of the drawing's longer side; the page makes it smaller where there is less room. */
const drawnSide = 720;

export function Cropper({ photo, onDone }: CropperProps) {
  const { t } = usePage();
  const say = (key: string) => t(`islands:photo_gallery.${key}`);
  const frame: Frame = photo.crop!;
  const [square, setSquare] = useState<Square>(() => fitted(photo.crop!, frame));
  const canvas = useRef<HTMLCanvasElement>(null);
  const picture = useRef<HTMLImageElement | null>(null);
  const hold = useRef<{ x: number; y: number; square: Square; isCorner: boolean } | null>(null);
  const scale = drawnSide / Math.max(frame.width, frame.height);
  const { least, most } = sidesOf(frame);
  const id = `crop-${photo.id}`;
  const chosen = useRef<Square | null>(null);
  const dialog = () => document.getElementById(id) as HTMLDialogElement;
  const choose = () => {
    chosen.current = square;
    // Closed before it is unmounted, so that the focus goes back to where it came from.
    dialog().close();
  };

  useEffect(() => {
    dialog().showModal();
    const image = new Image();
    image.src = photo.sizes.large ?? photo.path;
    image.decode().then(() => {
      picture.current = image;
      draw(canvas.current, image, square, scale);
    }, () => {});
  }, []);
  useEffect(() => draw(canvas.current, picture.current, square, scale), [square]);

  /** Where the pointer is, in pixels of the picture. */
  const at = ({ clientX, clientY }: PointerEvent) => {
    const box = canvas.current!.getBoundingClientRect();
    const ratio = frame.width / box.width;
    return { x: (clientX - box.left) * ratio, y: (clientY - box.top) * ratio };
  };
  const onPointerDown = (event: PointerEvent) => {
    const { x, y } = at(event);
    canvas.current!.setPointerCapture(event.pointerId);
    hold.current = { x, y, square, isCorner: holdsCorner(square, x, y) };
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!hold.current) return;
    const { x, y } = at(event);
    const { square: from, isCorner, ...begun } = hold.current;
    const [right, down] = [x - begun.x, y - begun.y];
    setSquare(
      isCorner
        ? fitted({
          ...from,
          side: Math.min(from.side + Math.max(right, down), frame.width - from.left, frame.height - from.top),
        }, frame)
        : fitted({ ...from, left: from.left + right, top: from.top + down }, frame),
    );
  };
  const letGo = () => void (hold.current = null);

  const slider = (
    key: "left" | "top" | "side",
    value: number,
    min: number,
    max: number,
    set: (value: number) => Square,
  ) => (
    <label class="field">
      <span class="label">{say(`crop.${key}`)}</span>
      <input
        type="range"
        min={min}
        max={max}
        value={value}
        disabled={min >= max}
        onInput={(event) => setSquare(set(Number(event.currentTarget.value)))}
      />
    </label>
  );
  return (
    <Dialog
      id={id}
      title={say("crop.title")}
      closeLabel={say("close")}
      onClose={() => onDone(chosen.current)}
      actions={<Button onClick={choose}>{say("crop.done")}</Button>}
    >
      <canvas
        ref={canvas}
        class="cropper"
        width={Math.round(frame.width * scale)}
        height={Math.round(frame.height * scale)}
        role="img"
        aria-label={say("crop.picture")}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={letGo}
        onPointerCancel={letGo}
      />
      {slider("side", square.side, least, most, (side) => resized(square, side, frame))}
      {slider("left", square.left, 0, frame.width - square.side, (left) => fitted({ ...square, left }, frame))}
      {slider("top", square.top, 0, frame.height - square.side, (top) => fitted({ ...square, top }, frame))}
    </Dialog>
  );
}

/** The picture, dark around the square, with a handle at its lower right corner. */
function draw(canvas: HTMLCanvasElement | null, image: HTMLImageElement | null, square: Square, scale: number): void {
  const pen = canvas?.getContext("2d");
  if (!canvas || !pen || !image) return;
  const [left, top, side] = [square.left * scale, square.top * scale, square.side * scale];
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  pen.fillStyle = "rgb(0 0 0 / 0.6)";
  pen.beginPath();
  pen.rect(0, 0, canvas.width, canvas.height);
  pen.rect(left, top, side, side);
  pen.fill("evenodd");
  pen.strokeStyle = pen.fillStyle = "#fff";
  pen.lineWidth = 3;
  pen.strokeRect(left + 1.5, top + 1.5, side - 3, side - 3);
  pen.fillRect(left + side - 28, top + side - 28, 28, 28);
}
