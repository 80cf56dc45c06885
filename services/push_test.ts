import { expect } from "expect";
import webpush from "web-push";
import { startPushServer, type TestPushServer } from "../tests/servers/push_server.ts";
import { readConfig } from "./config.ts";
import { isPrivate, type PushSender, pushSender } from "./push.ts";

const keys = webpush.generateVAPIDKeys() as { publicKey: string; privateKey: string };
const vapid = { ...keys, subject: "mailto:letters@vesna.example" };

async function withServer(work: (server: TestPushServer, sender: PushSender) => Promise<void>): Promise<void> {
  const server = startPushServer();
  try {
    await work(server, pushSender({ vapid, mayUseLoopback: true }));
  } finally {
    await server.stop();
  }
}

const delivery = { ttlSeconds: 60, urgency: "high", topic: "the-one-that-asks" } as const;

const targetOf = ({ endpoint, keys }: { endpoint: string; keys: { p256dh: string; auth: string } }) => ({
  endpoint,
  ...keys,
});

Deno.test("a note reaches a device signed and sealed: a real push service accepts and the device opens it", async () => {
  await withServer(async (server, sender) => {
    const device = server.subscribe(sender.publicKey);
    const note = { title: "新信", body: "有一封信在等你。" };
    expect(await sender.send(targetOf(device), JSON.stringify(note), delivery)).toBe("sent");
    expect([device.notes, server.refused]).toEqual([[note], []]);
    const told = ["ttl", "urgency", "topic"].map((name) => server.accepted[0]!.get(name));
    expect(told).toEqual(["60", "high", "the-one-that-asks"]);
  });
});

Deno.test("a key that the device was not subscribed with is refused, and that is an error and not silence", async () => {
  await withServer(async (server, sender) => {
    const device = server.subscribe((webpush.generateVAPIDKeys() as { publicKey: string }).publicKey);
    await expect(sender.send(targetOf(device), "{}", delivery)).rejects.toThrow("the push service answered 403");
    expect(server.refused).toEqual(["another key than the device was subscribed with"]);
  });
});

Deno.test("a device that is gone is told apart from a service that is away, and a redirect is never followed", async () => {
  await withServer(async (server, sender) => {
    const target = targetOf(server.subscribe(sender.publicKey));
    for (const [status, outcome] of [[404, "gone"], [410, "gone"]] as const) {
      server.answerWith = status;
      expect(await sender.send(target, "{}", delivery)).toBe(outcome);
    }
    for (const status of [302, 307, 429, 500, 503]) {
      server.answerWith = status;
      await expect(sender.send(target, "{}", delivery)).rejects.toThrow(`${status}`);
    }
    expect(server.refused).toEqual([]);
  });
});

Deno.test("keys that are none end the subscription instead of being tried for ever", async () => {
  await withServer(async (server, sender) => {
    const target = targetOf(server.subscribe(sender.publicKey));
    expect(await sender.send({ ...target, p256dh: "B".repeat(87) }, "{}", delivery)).toBe("gone");
    expect(await sender.send({ ...target, auth: "short" }, "{}", delivery)).toBe("gone");
    expect(server.accepted).toEqual([]);
  });
});

Deno.test("nothing is sent into a private network, by whatever name", async () => {
  let asked = "";
  const resolveTo = (...addresses: string[]) => (host: string) => {
    asked = host;
    return Promise.resolve(addresses);
  };
  const sender = pushSender({ vapid, mayUseLoopback: false, resolve: resolveTo("10.0.0.7") });
  for (
    const endpoint of [
      "http://push.example.com/x",
      "https://127.0.0.1/x",
      "https://2130706433/x",
      "https://0x7f.1/x",
      "https://[::1]/x",
      "https://[::ffff:10.0.0.1]/x",
      "https://192.168.0.1/x",
      "https://169.254.169.254/latest/meta-data",
      "https://8.8.8.8/x",
      "https://localhost/x",
      "https://printer/x",
      "https://vault.internal/x",
      "https://kv.local./x",
      "https://user:password@push.example.com/x",
      "file:///etc/passwd",
      "nothing",
      `https://push.example.com/${"x".repeat(2000)}`,
    ]
  ) {
    expect([endpoint, sender.mayReach(endpoint)]).toEqual([endpoint, false]);
    expect(await sender.send({ endpoint, p256dh: "", auth: "" }, "{}", delivery)).toBe("gone");
  }
  const real = "https://fcm.googleapis.com/fcm/send/abc";
  expect(sender.mayReach(real)).toBe(true);
  expect(asked).toBe("");
  // A public name may still resolve to a private address.
  await expect(sender.send({ endpoint: real, p256dh: "", auth: "" }, "{}", delivery)).rejects.toThrow(
    "private network",
  );
  expect(asked).toBe("fcm.googleapis.com");
  const halfInside = pushSender({ vapid, mayUseLoopback: false, resolve: resolveTo("142.250.1.1", "fd00::1") });
  await expect(halfInside.send({ endpoint: real, p256dh: "", auth: "" }, "{}", delivery)).rejects.toThrow(
    "private network",
  );
});

Deno.test("addresses of private networks are known in both families", () => {
  for (
    const address of [
      "10.1.2.3",
      "172.31.255.255",
      "100.64.0.1",
      "0.0.0.0",
      "255.255.255.255",
      "::1",
      "::",
      "fe80::1",
      "fd12::1",
      "::ffff:127.0.0.1",
      "::ffff:10.0.0.1",
      "64:ff9b::a00:1",
      "no address",
    ]
  ) expect([address, isPrivate(address)]).toEqual([address, true]);
  for (const address of ["142.250.1.1", "172.32.0.1", "2a00:1450:4001::200a"]) {
    expect([address, isPrivate(address)]).toEqual([address, false]);
  }
});

Deno.test("the keys come from the environment both or not at all, and what is wrong with them is named", () => {
  const read = (env: Record<string, string>) => readConfig("demo", (name) => env[name]);
  const { publicKey, privateKey } = keys;
  expect(read({}).config.vapid).toBe(null);
  const both = { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey };
  expect(read(both)).toMatchObject({
    config: { vapid: { publicKey, privateKey, subject: "mailto:letters@vesna.example" } },
    problems: [],
  });
  expect(read({ ...both, ENGLISH_URL: "https://vesna.example" }).config.vapid?.subject).toBe("https://vesna.example");
  expect(read({ VAPID_PUBLIC_KEY: publicKey }).problems).toEqual([expect.stringContaining("both or neither")]);
  const swapped = read({ VAPID_PUBLIC_KEY: privateKey, VAPID_PRIVATE_KEY: publicKey });
  expect(swapped.problems.map((problem) => problem.split(" ")[0])).toEqual(["VAPID_PUBLIC_KEY", "VAPID_PRIVATE_KEY"]);
  expect(swapped.config.vapid).toBe(null);
  // A problem never repeats a secret.
  expect(swapped.problems.join()).not.toContain(privateKey);
});
