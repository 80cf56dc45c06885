/** The same picture in two accounts: an admin who decides about one is shown the other. With really uploaded files. */
import { expect } from "expect";
import { fileReport } from "../../../../kv/safety/report_filing.ts";
import { waitingApprovals } from "../../../../kv/vetting/approvals.ts";
import { photosOf } from "../../../../kv/vetting/photos.ts";
import sharp from "sharp";
import { photograph } from "../../../../services/testing/pictures.ts";
import { fileOf, send } from "../../../api/testing/pictures.ts";
import type { Visitor } from "../../../testing/site.ts";
import { htmlOf } from "../../mail/testing/mail.ts";
import { type AdminWorld, testAdmin } from "../testing/admin.ts";

async function upload(from: Visitor, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const sent = await send(from, "/api/photos/", { photo: [fileOf(bytes, "spring.jpg")] });
  expect(sent.status).toBe(200);
  await sent.body?.cancel();
}

/** Daria uploads Olena's photograph, smaller and slightly trimmed. */
async function withCopy(world: AdminWorld) {
  const { site, hers } = world;
  const daria = await site.addLady({ firstname: "Daria", birthdate: "1996-02-29" });
  const picture = await photograph(3);
  await upload(hers, picture);
  const copy = await sharp(picture).extract({ left: 6, top: 8, width: 588, height: 734 }).resize({ width: 400 })
    .jpeg({ quality: 60 }).toBuffer();
  await upload(await site.visitorAs(daria), new Uint8Array(copy));
  return daria;
}

const title = "At other accounts";

Deno.test("in the queue a photo stands beside those of others that look like it, each with a way to its person", async () => {
  await using world = await testAdmin();
  const { site: { store }, olena, james, his, adas } = world;
  const daria = await withCopy(world);
  await upload(his, await photograph(4));
  const [olenas, darias, jamess] = await waitingApprovals(store);
  const pageAfter = (id: number) => htmlOf(adas.get(`/en/admin/approvals?after=${id}`));
  const [hersFirst, hersSecond] = [await pageAfter(olenas!.id - 1), await pageAfter(darias!.id - 1)];
  expect(hersFirst).toContain(title);
  expect(hersFirst).toContain(`/en/admin/users/${daria.id}"`);
  expect(hersSecond).toContain(`/en/admin/users/${olena.id}"`);
  expect(hersSecond).toContain("waits for approval");
  const [photo] = await photosOf(store, daria);
  expect(hersFirst).toContain((photo!.picture as { token: string }).token);
  const unlike = await pageAfter(jamess!.id - 1);
  expect(unlike).toContain(`#${james.id}`);
  expect(unlike).not.toContain(title);
});

Deno.test("beside a report and a document stand photos, what looks like them, and the birth date", async () => {
  await using world = await testAdmin();
  const { site: { store }, olena, james, adas } = world;
  const daria = await withCopy(world);
  const about = { reporterId: james.id, reportedId: daria.id, category: "fake", text: "", from: "profile" } as const;
  const filed = await fileReport(store, about);
  if (!filed.ok) throw new Error(filed.reason);
  for (const path of [`/en/admin/reports/${filed.report.id}`, `/en/admin/verifications/${daria.id}`]) {
    const html = await htmlOf(adas.get(path));
    for (const part of [title, "born 29\u00a0February 1996, 30 years old", `/en/admin/users/${olena.id}"`]) {
      expect([path, part, html.includes(part)]).toEqual([path, part, true]);
    }
  }
  const inChinese = await htmlOf(adas.get(`/admin/verifications/${daria.id}`));
  expect(inChinese).toContain("1996年2月29日出生，30\u00a0歲");
  const report = await htmlOf(adas.get(`/en/admin/reports/${filed.report.id}`));
  expect(report).toContain('alt="Photo of Daria"');
});
