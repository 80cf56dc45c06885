/**
 * One connection between two browsers. simple-peer makes it and speaks for it; what simple-peer cannot do is done on
 * the connection beneath: it gives up as soon as a path fails, and never tries another (ICE restart), so its own giving
 * up is switched off here and whoever holds the call decides.
 */
import SimplePeer from "simple-peer/simplepeer.min.js";
import type { Switched, Way } from "./call_state.ts";
import { type Counted, pictures, soundBitsPerSecond } from "./call_quality.ts";
import { type Device, devices, type OwnMedia } from "./media.ts";
import { pathOf, type PathState, readStats } from "./peer_stats.ts";
import { isOfAnother, type Signal } from "./signals.ts";

export interface Servers {
  iceServers: RTCIceServer[];
  /** Nothing of one's own address is told: media goes through a relay or not at all. */
  relayOnly: boolean;
}

export interface PeerListener {
  /** For the other browser, in this order. */
  signal: (signal: Signal) => void;
  path: (state: PathState) => void;
  /** The two browsers can tell each other things. */
  open: () => void;
  /** Sound or picture of the other's has begun to come. */
  flowing: () => void;
  /** What the other has switched on. */
  told: (switched: Switched) => void;
  /** A relay refused us (401), or could not be reached. */
  relayFault: (code: number) => void;
  /** No more addresses of one's own will be found; how many were. */
  gathered: (count: number) => void;
  /** The other's browser has closed it, or it broke for good. */
  closed: () => void;
}

/** The parts of simple-peer that are used, its inner ones included; the version is pinned for their sake. */
interface Simple {
  _pc: RTCPeerConnection;
  _createAnswer: () => void;
  _onIceStateChange: () => void;
  _onConnectionStateChange: () => void;
  _addIceCandidate: (candidate: RTCIceCandidateInit) => void;
  connected: boolean;
  destroyed: boolean;
  on(event: "signal", work: (signal: Signal) => void): void;
  on(event: "data", work: (data: Uint8Array) => void): void;
  on(event: "connect" | "close", work: () => void): void;
  on(event: "error", work: (error: Error) => void): void;
  signal(signal: Signal): void;
  send(text: string): void;
  destroy(): void;
}

const kinds = { camera: "video", microphone: "audio" } as const;
/** A connection that stands but brings nothing: muted and dark on the other side is also a call. */
const flowsWithinMs = 3000;

export class Peer {
  /** What comes from the other. */
  readonly remote = new MediaStream();
  readonly isAsker: boolean;
  #simple: Simple;
  #pc: RTCPeerConnection;
  #media: OwnMedia;
  #listener: PeerListener;
  #attempt = 0;
  #answeredAttempt = 0;
  /** The last thing that was begun with what came. */
  #inOrder: Promise<void> = Promise.resolve();
  #candidates = 0;
  #path: PathState | null = null;
  #isFlowing = false;
  #flowTimer: ReturnType<typeof setTimeout> | undefined;
  #step = 0;

  /** Throws where the browser cannot make connections. */
  constructor({ isAsker, media, servers, listener }: {
    isAsker: boolean;
    media: OwnMedia;
    servers: Servers;
    listener: PeerListener;
  }) {
    this.isAsker = isAsker;
    this.#media = media;
    this.#listener = listener;
    const { iceServers, relayOnly } = servers;
    this.#simple = new (SimplePeer as unknown as new (options: object) => Simple)({
      initiator: isAsker,
      trickle: true,
      // Always given: by default the library asks public STUN servers, which then know our users' addresses.
      config: { iceServers, iceTransportPolicy: relayOnly ? "relay" : "all", bundlePolicy: "max-bundle" },
    });
    this.#pc = this.#simple._pc;
    this.#giveUpNever();
    this.#sendBoth();
    this.#listen();
  }

  receive(signal: Signal): void {
    if (this.#simple.destroyed) return;
    if (signal.type === "renegotiate") return void (this.isAsker && this.restart());
    // An answer to a try that was given up would break the one that runs.
    if (signal.type === "answer" && (signal.turn ?? 0) !== this.#attempt) return;
    if (signal.type === "answer" && this.#pc.signalingState !== "have-local-offer") return;
    if (isOfAnother(signal, this.#pc.remoteDescription?.sdp)) return;
    if (signal.type === "offer") this.#answeredAttempt = signal.turn ?? 0;
    this.#inOrder = this.#inOrder.then(() => this.#take(signal))
      .catch((error) => console.warn("what the other's browser said was of no use:", error));
  }

  /**
   * After a break several tries come together. simple-peer would begin to answer the second before the first is
   * answered, and give the call up: later tries are answered here, one after the other, and only the last of them.
   */
  async #take(signal: Signal): Promise<void> {
    if (this.#simple.destroyed) return;
    if (!signal.turn) return this.#simple.signal(signal);
    if (signal.type === "answer") return await this.#pc.setRemoteDescription({ type: "answer", sdp: signal.sdp });
    if (signal.type !== "offer" || signal.turn !== this.#answeredAttempt) return;
    await this.#pc.setRemoteDescription({ type: "offer", sdp: signal.sdp });
    await this.#pc.setLocalDescription(await this.#pc.createAnswer());
    this.#listener.signal({ type: "answer", sdp: this.#pc.localDescription!.sdp, turn: signal.turn });
  }

  /** Looks for another path; the side that asked does it, the other asks it to. */
  async restart(): Promise<void> {
    if (this.#simple.destroyed) return;
    if (!this.isAsker) return this.#listener.signal({ type: "renegotiate", renegotiate: true });
    const attempt = ++this.#attempt;
    const offer = await this.#pc.createOffer({ iceRestart: true });
    if (attempt !== this.#attempt || this.#simple.destroyed) return;
    await this.#pc.setLocalDescription(offer);
    this.#listener.signal({ type: "offer", sdp: this.#pc.localDescription!.sdp, turn: attempt });
  }

  /** Sends what a device gives now, or nothing of it. */
  async send(device: Device): Promise<void> {
    const sender = this.#senderOf(device);
    await sender?.replaceTrack(this.#media.track(device));
    if (device === "camera") await this.picture(this.#step);
  }

  /** Tells the other's browser what is switched on. */
  tell(switched: Switched): void {
    if (this.#simple.connected) this.#simple.send(JSON.stringify({ switched }));
  }

  /** Sends the picture as large as a step of `pictures` says. */
  async picture(step: number): Promise<void> {
    this.#step = step;
    const { scaleDownBy, bitsPerSecond, framesPerSecond } = pictures[step]!;
    await this.#limit("camera", {
      maxBitrate: bitsPerSecond,
      maxFramerate: framesPerSecond,
      scaleResolutionDownBy: scaleDownBy,
    });
  }

  /** What the browser has counted, and by which way media goes; null once the connection is gone. */
  async report(): Promise<{ counted: Counted; way: Way | null } | null> {
    if (this.#simple.destroyed) return null;
    return readStats(await this.#pc.getStats());
  }

  /** New credentials for the same relays, for paths that are looked for later. */
  renew(iceServers: RTCIceServer[]): void {
    if (!this.#simple.destroyed) this.#pc.setConfiguration({ ...this.#pc.getConfiguration(), iceServers });
  }

  /** Closes everything; nothing is heard of it any more. */
  close(): void {
    clearTimeout(this.#flowTimer);
    this.#listener = silence;
    for (const track of this.remote.getTracks()) {
      track.stop();
      this.remote.removeTrack(track);
    }
    this.#pc.ontrack = null;
    this.#simple.destroy();
  }

  // ── making it ───────────────────────────────────────────────────────────

  #giveUpNever(): void {
    const simple = this.#simple;
    const noteState = simple._onIceStateChange.bind(simple);
    simple._onIceStateChange = () => {
      if (this.#pc.iceConnectionState !== "failed") noteState();
    };
    simple._onConnectionStateChange = () => this.#pathChanged();
    // One address that cannot be used is no reason to end a call.
    simple._addIceCandidate = (candidate) => void this.#pc.addIceCandidate(candidate).catch(() => {});
  }

  /**
   * Places for sound and picture are there from the beginning, so that a device that comes later needs no new
   * agreement.
   */
  #sendBoth(): void {
    const { stream } = this.#media;
    if (this.isAsker) {
      for (const device of devices) {
        const what = this.#media.track(device) ?? kinds[device];
        this.#pc.addTransceiver(what, { direction: "sendrecv", streams: [stream] });
      }
      return;
    }
    for (const track of stream.getTracks()) this.#pc.addTrack(track, stream);
    const answer = this.#simple._createAnswer.bind(this.#simple);
    this.#simple._createAnswer = () => {
      for (const transceiver of this.#pc.getTransceivers()) {
        if (transceiver.direction === "recvonly") transceiver.direction = "sendrecv";
      }
      answer();
    };
  }

  #listen(): void {
    const simple = this.#simple;
    simple.on("signal", (signal) => {
      if (signal.type === "candidate") this.#candidates++;
      this.#listener.signal(signal.type === "offer" && this.#attempt > 0 ? { ...signal, turn: this.#attempt } : signal);
    });
    simple.on("connect", () => this.#listener.open());
    simple.on("data", (data) => this.#told(data));
    simple.on("error", (error) => console.warn("the connection of a call broke:", error.message));
    simple.on("close", () => this.#listener.closed());
    this.#pc.ontrack = ({ track }) => {
      this.remote.addTrack(track);
      if (!track.muted) this.#flows();
      track.addEventListener("unmute", () => this.#flows());
    };
    this.#pc.addEventListener("icecandidateerror", ({ errorCode }) => {
      this.#listener.relayFault(errorCode);
    });
    this.#pc.addEventListener("icegatheringstatechange", () => {
      if (this.#pc.iceGatheringState === "complete") this.#listener.gathered(this.#candidates);
    });
    this.#pc.addEventListener("iceconnectionstatechange", () => this.#pathChanged());
  }

  #pathChanged(): void {
    const path = pathOf(this.#pc);
    if (path === null || path === this.#path) return;
    this.#path = path;
    if (path === "connected") {
      void this.picture(this.#step);
      void this.#limit("microphone", { maxBitrate: soundBitsPerSecond });
      if (this.remote.getTracks().some(({ muted }) => !muted)) this.#flows();
      else this.#flowTimer = setTimeout(() => this.#flows(), flowsWithinMs);
    }
    this.#listener.path(path);
  }

  /** Something comes, and by a path that stands. */
  #flows(): void {
    if (this.#isFlowing || this.#path !== "connected") return;
    this.#isFlowing = true;
    clearTimeout(this.#flowTimer);
    this.#listener.flowing();
  }

  #told(data: Uint8Array): void {
    try {
      const { switched } = JSON.parse(new TextDecoder().decode(data));
      const read = (device: Device) =>
        switched[device] === "off" || switched[device] === "none" ? switched[device] : "on";
      this.#listener.told({ camera: read("camera"), microphone: read("microphone") });
    } catch {
      // Another program's words are no fault of the call.
    }
  }

  #senderOf(device: Device): RTCRtpSender | undefined {
    return this.#pc.getTransceivers().find(({ receiver }) => receiver.track.kind === kinds[device])?.sender;
  }

  async #limit(device: Device, limits: RTCRtpEncodingParameters): Promise<void> {
    const sender = this.#senderOf(device);
    const parameters = sender?.getParameters();
    if (!sender || !parameters?.encodings?.length) return;
    Object.assign(parameters.encodings[0]!, limits);
    if (device === "camera") parameters.degradationPreference = "balanced";
    // A browser that knows no limits goes without.
    await sender.setParameters(parameters).catch(() => {});
  }
}

const silence: PeerListener = {
  signal() {},
  path() {},
  open() {},
  flowing() {},
  told() {},
  relayFault() {},
  gathered() {},
  closed() {},
};
