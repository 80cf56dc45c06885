/** The person's camera and its recording. Closes the camera that it opened; keeps only the last recording. */
import { useEffect, useRef, useState } from "react";
import { type DeviceFault, faultOf } from "../chat/call/media.ts";
import { bitsPerSecond, formatFor, secondsLeft, stillsAtMs } from "./state.ts";

export interface Recorder {
  stage: "closed" | "opening" | "open" | "recording" | "recorded";
  /** The camera, while it is open. */
  stream: MediaStream | null;
  fault: DeviceFault | null;
  /** Seconds that are left while it records. */
  left: number;
  /** How long the recording is. */
  seconds: number;
  video: Blob | null;
  stills: HTMLCanvasElement[];
  open: () => Promise<void>;
  start: () => void;
  stop: () => void;
}

const camera: MediaTrackConstraints = {
  width: { ideal: 640 },
  height: { ideal: 480 },
  frameRate: { ideal: 24, max: 30 },
  facingMode: { ideal: "user" },
};

/** What this browser lacks for a recording, regardless of the camera; null if nothing. */
function missingHere(): DeviceFault | null {
  if (!globalThis.isSecureContext) return "insecure";
  const canRecord = typeof MediaRecorder !== "undefined" && formatFor(MediaRecorder.isTypeSupported) !== null;
  const hasCameras = navigator.mediaDevices?.getUserMedia !== undefined;
  return hasCameras && canRecord ? null : "unsupported";
}

export function useRecorder(secondsMax: number): Recorder {
  const [stage, setStage] = useState<Recorder["stage"]>("closed");
  const [fault, setFault] = useState<DeviceFault | null>(null);
  const [left, setLeft] = useState(secondsMax);
  const [taken, setTaken] = useState<Pick<Recorder, "video" | "stills" | "seconds">>(nothing);
  const stream = useRef<MediaStream | null>(null);
  const running = useRef<{ stop: () => void } | null>(null);
  const isGone = useRef(false);

  const close = () => {
    stream.current?.getTracks().forEach((track) => track.stop());
    stream.current = null;
  };
  useEffect(() => {
    const leave = () => {
      running.current?.stop();
      close();
    };
    addEventListener("pagehide", leave);
    return () => {
      isGone.current = true;
      removeEventListener("pagehide", leave);
      leave();
    };
  }, []);

  const fail = (what: DeviceFault) => {
    close();
    setFault(what);
    setStage("closed");
  };

  const open = async () => {
    const missing = missingHere();
    if (missing) return fail(missing);
    setFault(null);
    setTaken(nothing);
    setStage("opening");
    try {
      const opened = await navigator.mediaDevices.getUserMedia({ video: camera, audio: false });
      if (isGone.current) return opened.getTracks().forEach((track) => track.stop());
      stream.current = opened;
      opened.getVideoTracks()[0]!.onended = () => fail("none");
      setStage("open");
    } catch (error) {
      fail(faultOf(error));
    }
  };

  const start = () => {
    if (!stream.current || stage !== "open") return;
    const startedMs = performance.now();
    setLeft(secondsMax);
    setStage("recording");
    running.current = record(stream.current, secondsMax, setLeft, (made) => {
      running.current = null;
      close();
      if (isGone.current) return;
      if (!made) return fail("unknown");
      const seconds = Math.max(1, Math.round((performance.now() - startedMs) / 1000));
      setTaken({ ...made, seconds });
      setStage("recorded");
    });
  };

  return { stage, stream: stream.current, fault, left, ...taken, open, start, stop: () => running.current?.stop() };
}

const nothing = { video: null, stills: [], seconds: 0 };

/** Records until it is stopped or the time is over; `onEnd` gets null if the browser could not. */
function record(
  stream: MediaStream,
  secondsMax: number,
  onSecond: (left: number) => void,
  onEnd: (made: { video: Blob; stills: HTMLCanvasElement[] } | null) => void,
): { stop: () => void } {
  const recorder = new MediaRecorder(stream, {
    mimeType: formatFor(MediaRecorder.isTypeSupported)!,
    videoBitsPerSecond: bitsPerSecond,
  });
  const parts: Blob[] = [];
  const stills: HTMLCanvasElement[] = [];
  const source = document.createElement("video");
  source.muted = true;
  source.srcObject = stream;
  void source.play().catch(() => {});
  const startedMs = performance.now();
  const timers = [
    setInterval(() => onSecond(secondsLeft(startedMs, performance.now(), secondsMax)), 250),
    setTimeout(() => stop(), secondsMax * 1000),
    ...stillsAtMs.map((atMs) => setTimeout(() => keepStill(source, stills), atMs)),
  ];
  const stop = () => {
    if (recorder.state === "inactive") return;
    keepStill(source, stills);
    recorder.stop();
  };
  const end = (isWhole: boolean) => {
    timers.forEach((timer) => clearTimeout(timer));
    source.srcObject = null;
    const video = new Blob(parts, { type: recorder.mimeType });
    onEnd(isWhole && video.size > 0 ? { video, stills } : null);
  };
  recorder.ondataavailable = ({ data }) => void parts.push(data);
  recorder.onstop = () => end(true);
  recorder.onerror = () => end(false);
  recorder.start();
  return { stop };
}

/** Small enough to stand in a row. */
const stillWidth = 160;

function keepStill(source: HTMLVideoElement, stills: HTMLCanvasElement[]): void {
  if (source.videoWidth === 0 || stills.length === stillsAtMs.length) return;
  const height = Math.round(stillWidth * source.videoHeight / source.videoWidth);
  const canvas = Object.assign(document.createElement("canvas"), { width: stillWidth, height });
  canvas.getContext("2d")?.drawImage(source, 0, 0, stillWidth, height);
  stills.push(canvas);
}
