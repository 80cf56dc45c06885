/** Pictures of letters lie in a bucket: what one process accepts every other one shows. */
import { expect } from "expect";
import { png } from "../../../services/testing/pictures.ts";
import { balanceOf } from "../../../kv/credits/ledger/ledger.ts";
import { ask, type Person } from "../people.ts";
import type { Site } from "../site.ts";
import type { Stage } from "../stage.ts";

export async function uploads(stage: Stage): Promise<void> {
  const { sites, store, bucket, people: { james, olena }, acknowledged, say } = stage;
  const picture = new File([await png(20, 10)], "garden.png", { type: "image/png" });
  const send = (site: Site, body: string) => {
    const form = new FormData();
    form.set("recipientId", String(olena.user.id));
    form.set("body", body);
    form.set("attachments[]", picture);
    return ask(site, james, "/api/mail", { form });
  };
  await Promise.all(Array.from({ length: 8 }, async (_, at) => {
    const body = `With a picture, ${at}`;
    const { json } = await send(sites[at % 4]!, body);
    acknowledged.letter(json.letter.id, james.user.id, body, 1);
    const [{ path }] = json.letter.attachments;
    const shown = await Promise.all(sites.map((site) => bytesOf(site, olena, path)));
    expect(new Set(shown.map((bytes) => bytes.join()))).toHaveProperty("size", 1);
    expect(shown[0]!.length).toBeGreaterThan(50);
  }));
  const before = await balanceOf(store, james.user.id);
  bucket.failWith = 503;
  expect(await send(sites[0], "Without a bucket")).toMatchObject({
    status: 503,
    json: { code: "storage_unavailable" },
  });
  bucket.failWith = null;
  expect(await balanceOf(store, james.user.id)).toBe(before);
  say(
    "eight letters with pictures by four processes: each process shows each picture; without the bucket nothing is charged",
  );
}

async function bytesOf(site: Site, { token }: Person, path: string): Promise<Uint8Array> {
  const answer = await fetch(site.origin + path, { headers: { cookie: `slsid=${token}` } });
  expect(answer.status).toBe(200);
  return await answer.bytes();
}
