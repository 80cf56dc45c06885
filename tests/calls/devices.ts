/** For calls: cameras and microphones that fail, or that take their time. */
import type { Caller } from "./people.ts";

/** No browser can be given a camera that another program uses: only here its answer is made up. */
export async function devicesFail({ page }: Caller, name: string): Promise<() => Promise<void>> {
  await page.evaluate((name) => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("made to fail", name));
  }, name);
  return () => page.evaluate(() => void delete (navigator.mediaDevices as Partial<MediaDevices>).getUserMedia);
}

/** A camera that takes its time to wake, as real ones do: until the returned function is called. */
export async function devicesCome({ page }: Caller): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const { promise, resolve } = Promise.withResolvers<void>();
    addEventListener("devices-come", () => resolve(), { once: true });
    navigator.mediaDevices.getUserMedia = (wish) =>
      promise.then(() => MediaDevices.prototype.getUserMedia.call(navigator.mediaDevices, wish));
  });
  return () => page.evaluate(() => void dispatchEvent(new Event("devices-come")));
}
