/** The check before a call: camera, microphone, speaker and connection, each with its fault and a way to try again. */
import { useEffect, useRef, useState } from "react";
import { Button } from "../../components/buttons.tsx";
import { SelectField } from "../../components/fields.tsx";
import { usePage } from "../../components/page_context.ts";
import { Notice } from "../../components/states.tsx";
import {
  type Device,
  type DeviceFault,
  type DeviceList,
  listDevices,
  openMedia,
  type OwnMedia,
} from "../chat/call/media.ts";
import { Picture } from "../chat/call/picture.tsx";
import { listenTo, playTone } from "./sound.ts";
import { toneOf, type Verdict, verdictOf } from "./state.ts";
import { findRoutes } from "./ways.ts";

export const strings = ["call:check", "call:problem", "call:devices", "chat:retry"];

export interface CallCheckProps {
  /** Relays with credentials that expire. */
  iceServers: RTCIceServer[];
  /** How long the credentials are valid, in seconds from when the page was rendered. */
  goodSeconds: number;
  hasRelay: boolean;
  relayOnly: boolean;
}

export default function CallCheck(connection: CallCheckProps) {
  const devices = useDevices();
  return (
    <div class="precheck">
      <Camera devices={devices} />
      <Microphone devices={devices} />
      <Speaker />
      <Connection {...connection} />
    </div>
  );
}

interface Devices {
  media: OwnMedia | null;
  fault: DeviceFault | null;
  list: DeviceList | null;
  isOpening: boolean;
  open: () => Promise<void>;
  choose: (device: Device, id: string) => Promise<void>;
}

function useDevices(): Devices {
  const held = useRef<OwnMedia | null>(null);
  const [, changed] = useState(0);
  const show = () => changed((count) => count + 1);
  const [fault, setFault] = useState<DeviceFault | null>(null);
  const [list, setList] = useState<DeviceList | null>(null);
  const [isOpening, setOpening] = useState(false);
  const isGone = useRef(false);

  const open = async () => {
    if (isOpening) return;
    setOpening(true);
    held.current?.close();
    held.current = null;
    const opened = await openMedia({ camera: "any", microphone: "any" });
    if (isGone.current) return opened.ok ? opened.media.close() : undefined;
    setOpening(false);
    setFault(opened.ok ? null : opened.fault);
    if (!opened.ok) return;
    held.current = opened.media;
    held.current.ended = show;
    setList(await listDevices());
  };
  const choose = async (device: Device, id: string) => {
    const result = await held.current?.change(device, id);
    setFault(result && !result.ok ? result.fault : null);
    show();
  };
  useEffect(() => {
    const close = () => held.current?.close();
    addEventListener("pagehide", close);
    return () => {
      isGone.current = true;
      removeEventListener("pagehide", close);
      close();
    };
  }, []);
  return { media: held.current, fault, list, isOpening, open, choose };
}

function Camera({ devices }: { devices: Devices }) {
  const { t } = usePage();
  const { media, fault, isOpening, open } = devices;
  const hasCamera = media?.track("camera") ?? null;
  return (
    <section class="precheck__part" aria-labelledby="check-camera">
      <h2 id="check-camera">{t("call:check.camera.title")}</h2>
      {hasCamera && <Picture class="call__mirror" stream={media!.stream} />}
      <div role="status">
        {hasCamera
          ? <p>{t("call:check.camera.ok")}</p>
          : !fault && <p class="soft">{t(`call:check.camera.${media ? "missing" : "waiting"}`)}</p>}
      </div>
      {fault && (
        <Notice tone="bad" role="alert">
          <p>{t(`call:problem.${fault}`)}</p>
        </Notice>
      )}
      <Choice devices={devices} device="camera" />
      {(!media || fault) && (
        <Button icon="video" aria-busy={isOpening} onClick={() => void open()}>
          {t(fault ? "chat:retry" : "call:check.start")}
        </Button>
      )}
    </section>
  );
}

function Microphone({ devices }: { devices: Devices }) {
  const { t } = usePage();
  const { media } = devices;
  const track = media?.track("microphone") ?? null;
  const [loudness, setLoudness] = useState(0);
  const [isSilent, setSilent] = useState(false);
  useEffect(() => {
    if (!media || !track) return;
    setSilent(false);
    let heardAny = false;
    const end = listenTo(media.stream, (now) => {
      setLoudness(now);
      if (now > 0.1 && !heardAny) {
        heardAny = true;
        setSilent(false);
      }
    });
    const timer = setTimeout(() => setSilent(!heardAny), silentAfterMs);
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [track]);
  return (
    <section class="precheck__part" aria-labelledby="check-microphone">
      <h2 id="check-microphone">{t("call:check.microphone.title")}</h2>
      {track && <meter min={0} max={1} value={loudness} aria-label={t("call:check.microphone.level")} />}
      <div role="status">
        {track
          ? <p>{t(`call:check.microphone.${isSilent ? "silent" : "ok"}`)}</p>
          : <p class="soft">{t(media ? "call:check.microphone.missing" : "call:check.camera.waiting")}</p>}
      </div>
      <Choice devices={devices} device="microphone" />
    </section>
  );
}
const silentAfterMs = 5000;

/** Chooses which of several devices is checked. */
function Choice({ devices, device }: { devices: Devices; device: Device }) {
  const { t } = usePage();
  const { list, media, choose } = devices;
  const found = list?.[device] ?? [];
  if (!media || found.length < 2) return null;
  return (
    <SelectField
      id={`check-${device}-choice`}
      label={t(`call:devices.${device}`)}
      options={found.map(({ id, name }, at) => ({
        value: id,
        label: name || t(`call:devices.nameless.${device}`, { number: at + 1 }),
      }))}
      value={media.idOf(device) ?? undefined}
      onChange={({ currentTarget }) => void choose(device, currentTarget.value)}
    />
  );
}

function Speaker() {
  const { t } = usePage();
  const [state, setState] = useState<"quiet" | "playing" | "failed">("quiet");
  const play = async () => {
    setState("playing");
    setState(await playTone().then(() => "quiet" as const, () => "failed" as const));
  };
  return (
    <section class="precheck__part" aria-labelledby="check-speaker">
      <h2 id="check-speaker">{t("call:check.speaker.title")}</h2>
      <p class="soft">{t("call:check.speaker.hint")}</p>
      {state === "failed" && (
        <Notice tone="bad" role="alert">
          <p>{t("call:check.speaker.failed")}</p>
        </Notice>
      )}
      <Button tone="quiet" icon="play" aria-busy={state === "playing"} onClick={() => void play()}>
        {t("call:check.speaker.play")}
      </Button>
    </section>
  );
}

function Connection({ iceServers, goodSeconds, hasRelay, relayOnly }: CallCheckProps) {
  const { t } = usePage();
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [looks, setLooks] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    setVerdict(null);
    if (typeof RTCPeerConnection === "undefined") return setVerdict("none");
    findRoutes(iceServers, leaving.signal).then((found) => verdictOf(found, hasRelay), () => "none" as const).then(
      (found) => {
        if (!leaving.signal.aborted) setVerdict(found);
      },
    );
    return () => leaving.abort();
  }, [looks]);
  const again = () => {
    // Old credentials would be refused, which says nothing of the connection.
    if (performance.now() > (goodSeconds - 10) * 1000) location.reload();
    else setLooks(looks + 1);
  };
  const isHindered = verdict === "refused" || verdict === "unreachable";
  return (
    <section class="precheck__part" aria-labelledby="check-connection">
      <h2 id="check-connection">{t("call:check.connection.title")}</h2>
      <div role="status">
        {verdict
          ? (
            <Notice tone={toneOf(verdict, relayOnly)}>
              <p>
                {t(`call:check.connection.${verdict}`)}
                {relayOnly && isHindered && ` ${t("call:check.connection.hidden")}`}
              </p>
            </Notice>
          )
          : <p class="soft">{t("call:check.connection.running")}</p>}
      </div>
      <Button tone="quiet" aria-disabled={verdict ? undefined : "true"} onClick={() => verdict && again()}>
        {t("call:check.again")}
      </Button>
    </section>
  );
}
