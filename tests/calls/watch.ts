/** What a page's calls really do, by what the browser itself knows of peers, tracks, paths and frames, not by the page. */
import type { BrowserContext, Page } from "@playwright/test";
import { mediaSeconds } from "../../chat/shared/limits.ts";
import { until } from "../patience.ts";

interface Watched {
  peers: RTCPeerConnection[];
  tracks: MediaStreamTrack[];
  /** When the first frame of each remote picture was shown, ms since the epoch. */
  firstFrames: number[];
  /** When something was clicked last, ms since the epoch. */
  clickedAtMs: number;
}
type WatchedWindow = typeof globalThis & { watchedCalls: Watched };

/** How much longer than the pages' own patience a busy machine may take to find a path between two browsers. */
const stretch = 10;
const patienceMs = (mediaSeconds + 5) * 1000;

/**
 * Runs before the page's own code: remembers every peer and every opened device from its first moment, and lets the page
 * give a call up by its own clock only long after the server's, which the test moves, has done so.
 */
export async function watchCalls(context: BrowserContext): Promise<void> {
  await context.addInitScript(({ patienceMs, stretch }) => {
    const later = globalThis.setTimeout.bind(globalThis);
    const stretched = (work: TimerHandler, ms?: number, ...rest: unknown[]) =>
      later(work, ms === patienceMs ? ms * stretch : ms, ...rest);
    Object.assign(globalThis, { setTimeout: stretched });
    const watched: Watched = { peers: [], tracks: [], firstFrames: [], clickedAtMs: 0 };
    (globalThis as WatchedWindow).watchedCalls = watched;
    const remote = new WeakSet<MediaStreamTrack>();
    globalThis.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super(configuration);
        watched.peers.push(this);
        this.addEventListener("track", ({ track }) => remote.add(track));
      }
    };
    if (navigator.mediaDevices) {
      const open = MediaDevices.prototype.getUserMedia;
      MediaDevices.prototype.getUserMedia = async function (constraints) {
        const stream = await open.call(this, constraints);
        watched.tracks.push(...stream.getTracks());
        return stream;
      };
    }
    const clone = MediaStreamTrack.prototype.clone;
    MediaStreamTrack.prototype.clone = function () {
      const copy = clone.call(this);
      watched.tracks.push(copy);
      return copy;
    };
    document.addEventListener("click", () => watched.clickedAtMs = performance.timeOrigin + performance.now(), true);
    // Events of pictures do not bubble, but they can be captured on their way down.
    document.addEventListener("loadedmetadata", ({ target }) => {
      if (!(target instanceof HTMLVideoElement) || !(target.srcObject instanceof MediaStream)) return;
      const [picture] = target.srcObject.getVideoTracks();
      if (!picture || !remote.has(picture)) return;
      remote.delete(picture);
      target.requestVideoFrameCallback(() => watched.firstFrames.push(performance.timeOrigin + performance.now()));
    }, true);
  }, { patienceMs, stretch });
}

export interface CallFacts {
  /** How many were ever made, and how many are open. */
  peers: number;
  openPeers: number;
  liveTracks: number;
  firstFrames: number[];
  clickedAtMs: number;
  framesDecoded: number;
  /** Of the pair that carries the call: host, srflx, prflx or relay on each side; with a relay, how it is reached. */
  path: { local: string; remote: string; relayProtocol: string | null } | null;
}

export async function factsOf(page: Page): Promise<CallFacts> {
  return await page.evaluate(async () => {
    const { peers, tracks, firstFrames, clickedAtMs } = (globalThis as WatchedWindow).watchedCalls;
    const open = peers.filter(({ connectionState }) => connectionState !== "closed");
    const reports = open.length > 0 ? [...(await open.at(-1)!.getStats()).values()] : [];
    const transport = reports.find(({ type }) => type === "transport");
    const pair = reports.find(({ id }) => id === transport?.selectedCandidatePairId);
    const [local, remote] = [pair?.localCandidateId, pair?.remoteCandidateId]
      .map((wanted) => reports.find(({ id }) => id === wanted));
    const picture = reports.find(({ type, kind }) => type === "inbound-rtp" && kind === "video");
    return {
      peers: peers.length,
      openPeers: open.length,
      liveTracks: tracks.filter(({ readyState }) => readyState === "live").length,
      firstFrames,
      clickedAtMs,
      framesDecoded: picture?.framesDecoded ?? 0,
      path: pair && local && remote
        ? { local: local.candidateType, remote: remote.candidateType, relayProtocol: local.relayProtocol ?? null }
        : null,
    };
  });
}

/** Waits until the other's picture moves: frames are decoded, and then more of them. Returns the path by which they came. */
export async function pictureMoves(page: Page): Promise<CallFacts["path"]> {
  let before = Infinity;
  const { path } = await until(async () => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const facts = await factsOf(page);
    const isMore = facts.framesDecoded > before;
    before = facts.framesDecoded;
    return isMore && facts;
  }, "a moving picture");
  return path;
}

/** Waits until nothing of a call is left in the page: neither a device nor a peer is open. */
export async function nothingLeft(page: Page): Promise<void> {
  await until(async () => {
    const { openPeers, liveTracks } = await factsOf(page);
    return openPeers === 0 && liveTracks === 0;
  }, "the end of devices and peers");
}
