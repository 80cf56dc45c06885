/** For tests: a browser with camera and microphone, whose peer connections connect as soon as both ends agree. */

class FakeTrack extends EventTarget {
  enabled = true;
  muted = false;
  contentHint = "";
  onended: (() => void) | null = null;
  constructor(readonly kind: string) {
    super();
  }
  stop() {}
  getSettings() {
    return { deviceId: this.kind };
  }
}

class FakeStream {
  #tracks = new Set<FakeTrack>();
  constructor(tracks: FakeTrack[] = []) {
    for (const track of tracks) this.#tracks.add(track);
  }
  getTracks() {
    return [...this.#tracks];
  }
  getVideoTracks() {
    return this.getTracks().filter(({ kind }) => kind === "video");
  }
  addTrack(track: FakeTrack) {
    this.#tracks.add(track);
  }
  removeTrack(track: FakeTrack) {
    this.#tracks.delete(track);
  }
}

const printOf = (sdp: string) => /fingerprint:(\S+)/.exec(sdp)?.[1];

interface FakeChannel {
  readyState: string;
  close: () => void;
  onclose?: () => void;
}

class FakeConnection extends EventTarget {
  static #all = new Map<string, FakeConnection>();
  static #count = 0;
  signalingState = "stable";
  iceConnectionState = "new";
  connectionState = "new";
  iceGatheringState = "new";
  localDescription: RTCSessionDescriptionInit | null = null;
  remoteDescription: RTCSessionDescriptionInit | null = null;
  ontrack: ((event: { track: FakeTrack; streams: [] }) => void) | null = null;
  #channel: FakeChannel = { readyState: "connecting", close() {} };
  #print = `print-${++FakeConnection.#count}`;

  constructor() {
    super();
    FakeConnection.#all.set(this.#print, this);
  }
  createDataChannel = () => this.#channel;
  addTransceiver() {}
  addTrack() {
    return {};
  }
  getTransceivers() {
    return [];
  }
  createOffer = () => this.#made("offer");
  createAnswer = () => this.#made("answer");
  #made(type: "offer" | "answer") {
    return Promise.resolve({ type, sdp: `v=0\r\na=fingerprint:${this.#print}\r\n` });
  }
  async setLocalDescription(description: RTCSessionDescriptionInit) {
    await Promise.resolve();
    this.localDescription = description;
    this.#look(description);
  }
  async setRemoteDescription(description: RTCSessionDescriptionInit) {
    await Promise.resolve();
    this.remoteDescription = { ...description };
    this.#look(description, "have-remote-offer");
  }
  #look({ type }: RTCSessionDescriptionInit, offered = "have-local-offer") {
    this.signalingState = type === "offer" ? offered : "stable";
    const other = this.#other;
    if (!other || other.#other !== this) return;
    if (this.signalingState !== "stable" || other.signalingState !== "stable") return;
    for (const each of [this, other]) each.#becomes("connected");
  }
  get #other(): FakeConnection | undefined {
    return FakeConnection.#all.get(printOf(this.remoteDescription?.sdp ?? "") ?? "");
  }
  #becomes(state: string) {
    this.iceConnectionState = this.connectionState = state;
    if (state === "connected") this.ontrack?.({ track: new FakeTrack("video"), streams: [] });
    this.dispatchEvent(new Event("iceconnectionstatechange"));
  }
  addIceCandidate = () => Promise.resolve();
  getStats = () => Promise.resolve(new Map());
  close() {
    const other = this.#other;
    FakeConnection.#all.delete(this.#print);
    // As in a browser, the other hears of it through its data channel, long before it finds the path lost.
    if (other?.localDescription) queueMicrotask(() => other.#channel.onclose?.());
  }
}

/** Gives this process the globals of such a browser until it is disposed; `getUserMedia` may be replaced. */
export function fakeBrowser() {
  const media = {
    getUserMedia: () => Promise.resolve(new FakeStream([new FakeTrack("video"), new FakeTrack("audio")])),
    enumerateDevices: () => Promise.resolve([]),
  };
  const put: [object, string, unknown][] = [
    [globalThis, "isSecureContext", true],
    [globalThis, "RTCPeerConnection", FakeConnection],
    [globalThis, "RTCSessionDescription", Object],
    [globalThis, "RTCIceCandidate", Object],
    [globalThis, "MediaStream", FakeStream],
    [navigator, "mediaDevices", media],
  ];
  const before = put.map(([place, name]) => Object.getOwnPropertyDescriptor(place, name));
  for (const [place, name, value] of put) Object.defineProperty(place, name, { value, configurable: true });
  return {
    media,
    [Symbol.dispose]() {
      for (const [at, [place, name]] of put.entries()) {
        if (before[at]) Object.defineProperty(place, name, before[at]);
        else Reflect.deleteProperty(place, name);
      }
    },
  };
}
