/** For calls: cameras and microphones that fail, or that take their time. */
import type { Caller } from "./people.ts";

/** No browser can be made to have a camera that another program uses: here alone the browser's answer is ours. */
export async function devicesFail({ page }: Caller, name: string): Promise<() => Promise<void>> {
  await page.evaluate((name) => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("made to fail", name));
  }, name);
  return () => page.evaluate(() => void delete (navigator.mediaDevices as Partial<MediaDevices>).getUserMedia);
}

/** A camera that takes its time to wake, as real ones do: until it is told to come. */
export async function devicesCome({ page }: Caller): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const { promise, resolve } = Promise.withResolvers<void>();
    addEventListener("devices-come", () => resolve(), { once: true });
    navigator.mediaDevices.getUserMedia = (wish) =>
      promise.then(() => MediaDevices.prototype.getUserMedia.call(navigator.mediaDevices, wish));
  });
  return () => page.evaluate(() => void dispatchEvent(new Event("devices-come")));
}
