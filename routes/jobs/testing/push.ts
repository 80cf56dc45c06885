/** For tests of notes to devices: a site that pushes to a real push service on loopback. */
import webpush from "web-push";
import { startPushServer, type TestPushServer } from "../../../tests/servers/push_server.ts";
import { testApp, type TestSite } from "../../testing/site.ts";

/** Devices subscribe with the public key. */
export const pushKeys = webpush.generateVAPIDKeys() as { publicKey: string; privateKey: string };
export const vapid = { ...pushKeys, subject: "https://vesna.example" };

export async function withPush(work: (site: TestSite, server: TestPushServer) => Promise<void>): Promise<void> {
  const server = startPushServer();
  const site = await testApp({ config: { vapid } });
  try {
    await work(site, server);
  } finally {
    await site.close();
    await server.stop();
  }
}

/** Runs several rounds, because jobs add jobs; a site does these within a second. */
export async function deliver(site: Pick<TestSite, "runJobs">): Promise<void> {
  for (let round = 0; round < 3; round++) await site.runJobs();
}
