/** One's own camera and microphone in a call: opened once, switched, changed, and closed with the call. */
import { type ProblemKind, type Switched, switchedOf } from "./call_state.ts";
import { type Device, openMedia, type OwnMedia, type Wish } from "./media.ts";

export interface DevicesListener {
  /** A device has another track now, or none. */
  changed: (device: Device) => Promise<void>;
  /** What is on has changed. */
  show: (own: Switched) => void;
  /** A device could not be opened, or went away; without `device`, none could be opened. */
  failed: (kind: ProblemKind, device?: Device) => void;
  mended: () => void;
}

export class OwnDevices {
  media: OwnMedia | null = null;
  #listener: DevicesListener;
  #isOff: Record<Device, boolean> = { camera: false, microphone: false };
  /** Rises whenever all is closed, so that devices that were being opened are dropped. */
  #generation = 0;

  constructor(listener: DevicesListener) {
    this.#listener = listener;
  }

  /** Opens the devices unless they are open. False if that failed, which the listener was told, or is no longer wanted. */
  async open(wish: Wish): Promise<boolean> {
    if (this.media) return true;
    const generation = this.#generation;
    const opened = await openMedia(wish);
    // Another call of this function was quicker, or all was closed meanwhile.
    if (generation !== this.#generation || this.media) {
      if (opened.ok) opened.media.close();
      return generation === this.#generation;
    }
    if (!opened.ok) {
      this.#listener.failed(opened.fault);
      return false;
    }
    this.media = opened.media;
    this.media.ended = (device) => this.#ended(device);
    this.show();
    return true;
  }

  /** Switches a device on or off. A camera that is off is closed, so that its light goes out. */
  async toggle(device: Device): Promise<void> {
    const track = this.media?.track(device);
    if (!track) return await this.choose(device, "any");
    this.#isOff[device] = !this.#isOff[device];
    if (device === "microphone") track.enabled = !this.#isOff.microphone;
    else {
      this.media!.drop("camera");
      await this.#listener.changed("camera");
    }
    this.show();
  }

  /** Takes another device in place of the one in use, or opens one that was off. */
  async choose(device: Device, id: string): Promise<void> {
    const generation = this.#generation;
    const changed = await this.media?.change(device, id);
    if (!changed || generation !== this.#generation) return;
    if (!changed.ok) return this.#listener.failed(changed.fault, device);
    this.#isOff[device] = false;
    await this.#listener.changed(device);
    if (generation !== this.#generation) return;
    this.#listener.mended();
    this.show();
  }

  /** Says what is on. */
  show(): void {
    const { media } = this;
    if (media) {
      this.#listener.show(switchedOf((device) => media.track(device) !== null, (device) => this.#isOff[device]));
    }
  }

  close(): void {
    this.#generation++;
    this.media?.close();
    this.media = null;
    this.#isOff = { camera: false, microphone: false };
  }

  #ended(device: Device): void {
    void this.#listener.changed(device);
    this.show();
    this.#listener.failed("none", device);
  }
}
