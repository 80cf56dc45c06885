/** What can be done in a call: hang up, mute, camera, devices, picture in picture, full screen, back to text. */
import { useEffect, useRef, useState } from "react";
import { Button, IconButton } from "../../../components/buttons.tsx";
import { SelectField } from "../../../components/fields.tsx";
import { usePage } from "../../../components/page_context.ts";
import type { Control } from "../control.ts";
import type { CallNow } from "./call_state.ts";
import { type DeviceList, devices, listDevices } from "./media.ts";

interface ControlsProps {
  control: Control;
  now: CallNow;
  stage: { current: HTMLElement | null };
}

export function Controls({ control, now, stage }: ControlsProps) {
  const { t } = usePage();
  const { calls } = control;
  const [isChoosing, setChoosing] = useState(false);
  const opener = useRef<HTMLDivElement>(null);
  const isFullScreen = useFullScreen();
  const isOn = (device: "camera" | "microphone") => now.own[device] === "on";
  const remote = () => stage.current?.querySelector<HTMLVideoElement>(".call__remote") ?? null;
  const close = () => {
    setChoosing(false);
    opener.current?.querySelector<HTMLElement>("[aria-expanded]")?.focus();
  };
  return (
    <div
      ref={opener}
      class="call__bar"
      role="group"
      aria-label={t("call:controls")}
      onKeyDown={(event) => {
        if (event.key === "Escape" && isChoosing) {
          event.preventDefault();
          close();
        }
      }}
    >
      <Button class="call__end" icon="phone-off" onClick={() => void calls.hangUp()}>
        <span>{t("call:hangUp")}</span>
      </Button>
      <IconButton
        icon={isOn("microphone") ? "mic" : "mic-off"}
        label={t(isOn("microphone") ? "call:mute" : "call:unmute")}
        onClick={() => void calls.own.toggle("microphone")}
      />
      <IconButton
        icon={isOn("camera") ? "video" : "video-off"}
        label={t(isOn("camera") ? "call:cameraOff" : "call:cameraOn")}
        onClick={() => void calls.own.toggle("camera")}
      />
      <IconButton
        icon="sliders"
        label={t("call:devices.title")}
        aria-expanded={isChoosing}
        aria-controls="call-devices"
        onClick={() => setChoosing(!isChoosing)}
      />
      {document.pictureInPictureEnabled && (
        <IconButton
          icon="picture"
          label={t("call:pictureInPicture")}
          onClick={() => void floatPicture(remote())}
        />
      )}
      {document.fullscreenEnabled && (
        <IconButton
          icon={isFullScreen ? "shrink" : "expand"}
          label={t(isFullScreen ? "call:leaveFullScreen" : "call:fullScreen")}
          onClick={() => void (isFullScreen ? document.exitFullscreen() : stage.current?.requestFullscreen())}
        />
      )}
      <IconButton icon="chat" label={t("call:toText")} onClick={() => void calls.backToText()} />
      {isChoosing && <Choosing control={control} remote={remote} />}
    </div>
  );
}

function Choosing({ control, remote }: { control: Control; remote: () => HTMLVideoElement | null }) {
  const { t } = usePage();
  const { calls } = control;
  const [list, setList] = useState<DeviceList | null>(null);
  useEffect(() => {
    const read = () => void listDevices().then(setList);
    read();
    navigator.mediaDevices.addEventListener("devicechange", read);
    return () => navigator.mediaDevices.removeEventListener("devicechange", read);
  }, []);
  const options = (kind: keyof DeviceList) =>
    (list?.[kind] ?? []).map(({ id, name }, at) => ({
      value: id,
      label: name || t(`call:devices.nameless.${kind}`, { number: at + 1 }),
    }));
  // Some browsers leave the loudspeaker to the system.
  const mayRoute = typeof HTMLMediaElement !== "undefined" && "setSinkId" in HTMLMediaElement.prototype;
  return (
    <div id="call-devices" class="call__devices">
      {devices.map((device) => (
        <SelectField
          key={device}
          id={`call-${device}`}
          label={t(`call:devices.${device}`)}
          options={options(device)}
          emptyLabel={options(device).length === 0 ? t("call:devices.none") : undefined}
          value={calls.own.media?.idOf(device) ?? undefined}
          onChange={({ currentTarget }) => void calls.own.choose(device, currentTarget.value)}
        />
      ))}
      {mayRoute && options("speaker").length > 0 && (
        <SelectField
          id="call-speaker"
          label={t("call:devices.speaker")}
          options={options("speaker")}
          value={remote()?.sinkId || "default"}
          onChange={({ currentTarget }) => void remote()?.setSinkId(currentTarget.value).catch(() => {})}
        />
      )}
    </div>
  );
}

async function floatPicture(video: HTMLVideoElement | null): Promise<void> {
  try {
    if (document.pictureInPictureElement) await document.exitPictureInPicture();
    else await video?.requestPictureInPicture();
  } catch {
    // Nothing to float yet, or the browser would rather not.
  }
}

function useFullScreen(): boolean {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const note = () => setFull(document.fullscreenElement !== null);
    document.addEventListener("fullscreenchange", note);
    return () => {
      document.removeEventListener("fullscreenchange", note);
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => {});
    };
  }, []);
  return isFull;
}
