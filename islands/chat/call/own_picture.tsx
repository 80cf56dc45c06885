/** The person's own picture over the other's: small, mirrored, movable by finger, mouse or arrow keys. */
import { useEffect, useRef } from "react";
import { Icon } from "../../../components/icon.tsx";
import { usePage } from "../../../components/page_context.ts";
import type { Control } from "../control.ts";
import type { CallNow } from "./call_state.ts";
import { Picture } from "./picture.tsx";

const stepPx = 24;
const steps: Record<string, readonly [number, number]> = {
  ArrowLeft: [-stepPx, 0],
  ArrowRight: [stepPx, 0],
  ArrowUp: [0, -stepPx],
  ArrowDown: [0, stepPx],
};

export function OwnPicture({ control, now }: { control: Control; now: CallNow }) {
  const { t } = usePage();
  const box = useRef<HTMLDivElement>(null);
  /** Offset from the lower right corner, in px. */
  const place = useRef({ x: 0, y: 0 });
  const held = useRef<{ x: number; y: number } | null>(null);

  const move = (x: number, y: number) => {
    const shown = box.current;
    if (!shown) return;
    const around = shown.parentElement!;
    const margin = 2 * Number.parseFloat(getComputedStyle(shown).insetBlockEnd) || 0;
    const within = (value: number, room: number) => Math.min(0, Math.max(-room, value));
    place.current = {
      x: within(x, around.clientWidth - shown.offsetWidth - margin),
      y: within(y, around.clientHeight - shown.offsetHeight - margin),
    };
    shown.style.setProperty("translate", `${place.current.x}px ${place.current.y}px`);
  };
  // Keeps it in view when the window becomes smaller.
  useEffect(() => {
    const watch = new ResizeObserver(() => move(place.current.x, place.current.y));
    watch.observe(box.current!.parentElement!);
    return () => watch.disconnect();
  }, []);

  const { media } = control.calls.own;
  const isOn = now.own.camera === "on";
  return (
    <div
      ref={box}
      class="call__own"
      role="group"
      aria-roledescription={t("call:own.movable")}
      aria-label={t("call:own.label")}
      tabIndex={0}
      onKeyDown={(event) => {
        const step = steps[event.key];
        if (!step) return;
        event.preventDefault();
        move(place.current.x + step[0], place.current.y + step[1]);
      }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        held.current = { x: event.clientX - place.current.x, y: event.clientY - place.current.y };
      }}
      onPointerMove={({ clientX, clientY }) => {
        if (held.current) move(clientX - held.current.x, clientY - held.current.y);
      }}
      onPointerUp={() => (held.current = null)}
      onPointerCancel={() => (held.current = null)}
    >
      {isOn && media?.track("camera")
        ? <Picture class="call__mirror" stream={media.stream} />
        : <Icon name="video-off" label={t(`call:own.${now.own.camera === "none" ? "none" : "off"}`)} />}
    </div>
  );
}
