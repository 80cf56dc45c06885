/**
 * The person's own camera and microphone: opened together, or one alone if the other does not exist, with a fault for each
 * way to fail. Who opens them must close them; a stopped track is never handed out again.
 */

export type Device = "camera" | "microphone";
export const devices: readonly Device[] = ["camera", "microphone"];

/** Why there is no picture or no sound. */
export type DeviceFault = "insecure" | "unsupported" | "denied" | "none" | "busy" | "unknown";

/** Which device of each kind, by its id; "any" is the browser's choice, "no" means none. */
export type Wish = Record<Device, string | "any" | "no">;

export type Opened = { ok: true; media: OwnMedia } | { ok: false; fault: DeviceFault };

/** A square picture of a face needs no more than this. */
const sidePx = 640;
const framesPerSecond = 30;

const constraintsOf: Record<Device, MediaTrackConstraints> = {
  camera: {
    aspectRatio: { ideal: 1 },
    width: { ideal: sidePx },
    height: { ideal: sidePx },
    frameRate: { ideal: framesPerSecond, max: framesPerSecond },
    facingMode: { ideal: "user" },
  },
  microphone: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
};

/** What calls need and this page lacks, regardless of the devices; null if nothing. */
function missingForCalls(): DeviceFault | null {
  if (!globalThis.isSecureContext) return "insecure";
  if (!navigator.mediaDevices?.getUserMedia || typeof RTCPeerConnection === "undefined") return "unsupported";
  return null;
}

/** Opens the devices of `wish`; if one does not exist, the other alone. */
export async function openMedia(wish: Wish): Promise<Opened> {
  const missing = missingForCalls();
  if (missing) return { ok: false, fault: missing };
  const first = await tryOpen(wish);
  if (first.ok || first.fault !== "none") return first;
  const there = await listDevices();
  for (const device of devices) {
    const other = device === "camera" ? "microphone" : "camera";
    if (wish[other] === "no" || there[other].length === 0) continue;
    const less = await tryOpen({ ...wish, [device]: "no" });
    if (less.ok || less.fault !== "none") return less;
  }
  return { ok: false, fault: "none" };
}

async function tryOpen(wish: Wish): Promise<Opened> {
  if (devices.every((device) => wish[device] === "no")) return { ok: false, fault: "none" };
  try {
    return { ok: true, media: new OwnMedia(await getTracks(wish)) };
  } catch (error) {
    return { ok: false, fault: faultOf(error) };
  }
}

async function getTracks(wish: Wish): Promise<MediaStream> {
  const wanted = (device: Device, isPlain: boolean) => {
    const id = wish[device];
    if (id === "no") return false;
    if (isPlain) return true;
    return id === "any" ? constraintsOf[device] : { ...constraintsOf[device], deviceId: { exact: id } };
  };
  const ask = (isPlain: boolean) =>
    navigator.mediaDevices.getUserMedia({ video: wanted("camera", isPlain), audio: wanted("microphone", isPlain) });
  try {
    return await ask(false);
  } catch (error) {
    // The device cannot meet the constraints, or the chosen one is gone: takes whatever there is.
    if ((error as DOMException).name !== "OverconstrainedError") throw error;
    return await ask(true);
  }
}

export function faultOf(error: unknown): DeviceFault {
  switch ((error as Partial<DOMException> | null)?.name) {
    case "NotAllowedError":
    case "SecurityError":
      return "denied";
    case "NotFoundError":
    case "OverconstrainedError":
      return "none";
    case "NotReadableError":
    case "AbortError":
      return "busy";
    default:
      return "unknown";
  }
}

export type DeviceList = Record<Device | "speaker", { id: string; name: string }[]>;

/** The devices that are plugged in. Names are empty until the browser has allowed their kind once. */
export async function listDevices(): Promise<DeviceList> {
  const found = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  const of = (kind: MediaDeviceKind) =>
    found.filter((each) => each.kind === kind).map(({ deviceId, label }) => ({ id: deviceId, name: label }));
  return { camera: of("videoinput"), microphone: of("audioinput"), speaker: of("audiooutput") };
}

/** Whether the browser would open a device without asking; false if it does not say. */
export async function isAllowed(device: Device): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: device as PermissionName })).state === "granted";
  } catch {
    return false;
  }
}

const trackKinds = { camera: "video", microphone: "audio" } as const;

/** The open devices. `stream` stays the same one while tracks come and go. */
export class OwnMedia {
  readonly stream: MediaStream;
  /** A device went away by itself: unplugged, or taken by the system. */
  ended: (device: Device) => void = () => {};
  #isClosed = false;

  constructor(stream: MediaStream) {
    this.stream = stream;
    for (const device of devices) this.#watch(device);
  }

  track(device: Device): MediaStreamTrack | null {
    return this.stream.getTracks().find(({ kind }) => kind === trackKinds[device]) ?? null;
  }

  /** The id of the device in use. */
  idOf(device: Device): string | null {
    return this.track(device)?.getSettings().deviceId ?? null;
  }

  /** Replaces the camera or microphone by another one; keeps the old one if the new one fails. */
  async change(device: Device, id: string): Promise<{ ok: true } | { ok: false; fault: DeviceFault }> {
    const wish: Wish = { camera: "no", microphone: "no", [device]: id };
    try {
      const track = (await getTracks(wish)).getTracks()[0]!;
      if (this.#isClosed) {
        track.stop();
        return { ok: false, fault: "unknown" };
      }
      this.drop(device);
      this.stream.addTrack(track);
      this.#watch(device);
      return { ok: true };
    } catch (error) {
      return { ok: false, fault: faultOf(error) };
    }
  }

  /** Closes one device: its light goes out. */
  drop(device: Device): void {
    const track = this.track(device);
    if (!track) return;
    track.onended = null;
    track.stop();
    this.stream.removeTrack(track);
  }

  close(): void {
    this.#isClosed = true;
    for (const device of devices) this.drop(device);
  }

  #watch(device: Device): void {
    const track = this.track(device);
    if (!track) return;
    if (device === "camera") track.contentHint = "motion";
    track.onended = () => {
      this.drop(device);
      this.ended(device);
    };
  }
}
