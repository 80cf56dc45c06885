/** What the browser is asked for when a camera and a microphone are opened. */
import { expect } from "expect";
import { openMedia } from "./media.ts";

/** A browser that refuses every device, and records what it was asked for. */
function browser(refusal: string) {
  const asked: MediaStreamConstraints[] = [];
  const mediaDevices = {
    getUserMedia(constraints: MediaStreamConstraints) {
      asked.push(constraints);
      return Promise.reject(new DOMException("no", refusal));
    },
    enumerateDevices: () => Promise.resolve([]),
  };
  const before = Object.getOwnPropertyDescriptor(globalThis, "navigator")!;
  const kept = {
    secure: Reflect.get(globalThis, "isSecureContext"),
    peer: Reflect.get(globalThis, "RTCPeerConnection"),
  };
  Object.defineProperty(globalThis, "navigator", { value: { mediaDevices }, configurable: true });
  Object.assign(globalThis, { isSecureContext: true, RTCPeerConnection: class {} });
  return {
    asked,
    [Symbol.dispose]() {
      Object.defineProperty(globalThis, "navigator", before);
      Object.assign(globalThis, { isSecureContext: kept.secure, RTCPeerConnection: kept.peer });
    },
  };
}

Deno.test("a call asks for camera and microphone, and wishes for a picture as high as it is wide", async () => {
  using browsing = browser("NotAllowedError");
  expect(await openMedia({ camera: "any", microphone: "any" })).toEqual({ ok: false, fault: "denied" });
  const [{ video, audio } = {}] = browsing.asked as [MediaStreamConstraints?];
  expect(video).toMatchObject({ aspectRatio: { ideal: 1 } });
  expect(audio).toBeTruthy();
});

Deno.test("a camera that cannot do as it is asked is asked for whatever it can", async () => {
  using browsing = browser("OverconstrainedError");
  expect(await openMedia({ camera: "any", microphone: "no" })).toEqual({ ok: false, fault: "none" });
  expect(browsing.asked.at(-1)).toEqual({ video: true, audio: false });
});
