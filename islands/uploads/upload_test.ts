/** An upload whose answer was lost is the same upload when it is tried again, by itself or by its person. */
import { expect } from "expect";
import { startUpload } from "./upload.ts";

/** Stands for the browser's request: each one is lost, and leaves its key. */
class LostRequest {
  static keys: string[] = [];
  upload = {};
  status = 0;
  responseText = "";
  onloadend = () => {};
  open() {}
  abort() {}
  setRequestHeader(name: string, value: string) {
    if (name === "idempotency-key") LostRequest.keys.push(value);
  }
  send() {
    queueMicrotask(() => this.onloadend());
  }
}

Deno.test("all tries of one file have one key, and another file has another", async () => {
  const browsers = globalThis as { XMLHttpRequest?: unknown };
  browsers.XMLHttpRequest = LostRequest;
  const read = () => ({ kind: "lost" as const });
  const send = async (file: File) => {
    const upload = startUpload({ url: "/api/photos", locale: "en", field: "photo", file, read }, () => {});
    await Promise.resolve();
    upload.stop();
    expect(await upload.done).toEqual({ kind: "lost" });
  };
  const spring = new File(["spring"], "spring.jpg");
  for (const file of [spring, spring, new File(["spring"], "spring.jpg")]) await send(file);
  delete browsers.XMLHttpRequest;
  const [first, again, other] = LostRequest.keys;
  expect(LostRequest.keys.length).toBe(3);
  expect([again === first, other === first]).toEqual([true, false]);
});
