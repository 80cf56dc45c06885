/**
 * One connection between two browsers, made and signalled by simple-peer. simple-peer gives up as soon as a path fails and
 * never tries another (ICE restart). So that is switched off, restarts are done on the RTCPeerConnection beneath, and the
 * owner of the call decides when to give up.
 */
import SimplePeer from "simple-peer/simplepeer.min.js";
import type { Switched, Way } from "./call_state.ts";
import { type Counted, pictures, soundBitsPerSecond } from "./call_quality.ts";
import { type Device, devices, type OwnMedia } from "./media.ts";
import { pathOf, type PathState, readStats } from "./peer_stats.ts";
import { isOfAnother, type Signal } from "./signals.ts";

export interface Servers {
  iceServers: RTCIceServer[];
  /** Hides the person's own address: media goes through a relay or not at all. */
  relayOnly: boolean;
}

export interface PeerListener {
  /** For the other browser, in this order. */
  signal: (signal: Signal) => void;
  path: (state: PathState) => void;
  /** The data channel between the two browsers is open. */
  open: () => void;
  /** The other's sound or picture has begun to arrive, or is not waited for any longer. */
  flowing: () => void;
  /** What the other has switched on. */
  told: (switched: Switched) => void;
  /** A relay refused us (401), or could not be reached. */
  relayFault: (code: number) => void;
  /** All addresses of this browser have been found; `count` says how many. */
  gathered: (count: number) => void;
  /** The other's browser has closed the connection, or it broke for good. */
  closed: () => void;
}

/** The parts of simple-peer that are used, including internal ones, because of which its version is pinned. */
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
/** How long media is waited for once the path is connected: a call in which the other is muted and dark runs as well. */
const flowsWithinMs = 3000;

export class Peer {
  /** The other's sound and picture. */
  readonly remote = new MediaStream();
  readonly isAsker: boolean;
  #simple: Simple;
  #pc: RTCPeerConnection;
  #media: OwnMedia;
  #listener: PeerListener;
  #attempt = 0;
  #answeredAttempt = 0;
  /** Settles when the signals that came so far have been taken in: they are taken one after the other. */
  #inOrder: Promise<void> = Promise.resolve();
  #candidates = 0;
  #path: PathState | null = null;
  #isFlowing = false;
  #flowTimer: ReturnType<typeof setTimeout> | undefined;
  #step = 0;

  /** Throws if the browser cannot make connections. */
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
    // The answer to a try that was given up would break the present one.
    if (signal.type === "answer" && (signal.turn ?? 0) !== this.#attempt) return;
    if (signal.type === "answer" && this.#pc.signalingState !== "have-local-offer") return;
    if (isOfAnother(signal, this.#pc.remoteDescription?.sdp)) return;
    if (signal.type === "offer") this.#answeredAttempt = signal.turn ?? 0;
    this.#inOrder = this.#inOrder.then(() => this.#take(signal))
      .catch((error) => console.warn("what the other's browser said was of no use:", error));
  }

  /**
   * After an interruption the offers of several tries arrive together. simple-peer would begin to answer the second before
   * the first is answered, and give the call up. So offers with a `turn` are answered here, in order, and only the last one.
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

  /** Looks for another path. Only the asker's side restarts ICE; the other side requests it. */
  async restart(): Promise<void> {
    if (this.#simple.destroyed) return;
    if (!this.isAsker) return this.#listener.signal({ type: "renegotiate", renegotiate: true });
    const attempt = ++this.#attempt;
    const offer = await this.#pc.createOffer({ iceRestart: true });
    if (attempt !== this.#attempt || this.#simple.destroyed) return;
    await this.#pc.setLocalDescription(offer);
    this.#listener.signal({ type: "offer", sdp: this.#pc.localDescription!.sdp, turn: attempt });
  }

  /** Sends the present track of a device, or nothing if it has none. */
  async send(device: Device): Promise<void> {
    const sender = this.#senderOf(device);
    await sender?.replaceTrack(this.#media.track(device));
    if (device === "camera") await this.picture(this.#step);
  }

  /** Tells the other's browser what is switched on. */
  tell(switched: Switched): void {
    if (this.#simple.connected) this.#simple.send(JSON.stringify({ switched }));
  }

  /** Limits the picture that is sent to a step of `pictures`. */
  async picture(step: number): Promise<void> {
    this.#step = step;
    const { scaleDownBy, bitsPerSecond, framesPerSecond } = pictures[step]!;
    await this.#limit("camera", {
      maxBitrate: bitsPerSecond,
      maxFramerate: framesPerSecond,
      scaleResolutionDownBy: scaleDownBy,
    });
  }

  /** The browser's counters, and how media travels; null once the connection is gone. */
  async report(): Promise<{ counted: Counted; way: Way | null } | null> {
    if (this.#simple.destroyed) return null;
    return readStats(await this.#pc.getStats());
  }

  /** Sets new credentials for the same relays, for paths that are looked for later. */
  renew(iceServers: RTCIceServer[]): void {
    if (!this.#simple.destroyed) this.#pc.setConfiguration({ ...this.#pc.getConfiguration(), iceServers });
  }

  /** Closes everything; the listener hears nothing more. */
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

  /** Adds transceivers for sound and picture at once, so that a device that is opened later needs no renegotiation. */
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

  /** Reports once that media flows; only on a connected path. */
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
      // Data of another program must not harm the call.
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
    // A browser that knows no such limits does without them.
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
