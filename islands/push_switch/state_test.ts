import { expect } from "expect";
import { subscriptionIdOf } from "../../kv/accounts/push_subscriptions.ts";
import { bytesOf, canPush, deviceIdOf, hears } from "./state.ts";

Deno.test("browser and server name a device alike", async () => {
  for (const endpoint of ["https://push.example/1", "https://push.example/ü?x=%20", ""]) {
    expect(await deviceIdOf(endpoint)).toBe(subscriptionIdOf(endpoint));
  }
});

Deno.test("a key is read byte by byte, signs of addresses included", () => {
  expect([...bytesOf("-_8A")]).toEqual([0xfb, 0xff, 0x00]);
  expect(bytesOf("B" + "A".repeat(86)).length).toBe(65);
});

Deno.test("a device that was subscribed with a former key of the site is told apart, where its browser tells", () => {
  const [key, former] = ["BAAA", "BAAB"];
  const device = (applicationServerKey: ArrayBuffer | null) => ({
    options: { applicationServerKey, userVisibleOnly: true },
  });
  expect([key, former].map((each) => hears(key, device(bytesOf(each).buffer)))).toEqual([true, false]);
  expect(hears(key, device(null))).toBe(true);
  expect(hears(key, {} as PushSubscription)).toBe(true);
});

Deno.test("a browser that lacks one of the three cannot show notes", () => {
  const all = { navigator: { serviceWorker: {} }, PushManager: {}, Notification: {} };
  expect(canPush(all)).toBe(true);
  for (const missing of [{ ...all, navigator: {} }, { navigator: all.navigator, PushManager: {} }, {}]) {
    expect(canPush(missing)).toBe(false);
  }
});
