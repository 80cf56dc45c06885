/** The files in a copy of one's data: pictures of letters and drafts, and no file stays open. */
import { expect } from "expect";
import { saveLetterDraft } from "../../kv/letters/letter_drafts.ts";
import { sendLetter } from "../../kv/letters/sending.ts";
import { png } from "../../services/testing/pictures.ts";
import { keepUpload } from "../files/uploads.ts";
import { testApp, testPassword } from "../testing/site.ts";
import { filesIn } from "../testing/zip.ts";

const copyPath = "/en/man/men-account/own-data";

Deno.test("the copy holds pictures that wait for a letter, with the draft that they are for or by themselves", async () => {
  await using site = await testApp();
  const [james, olena] = [await site.addMan(), await site.addLady({ firstname: "Olena" })];
  const ids: string[] = [];
  for (const name of ["garden.png", "street.png"]) {
    const kept = await keepUpload(site.deps, james.id, new File([await png(40 + ids.length, 30)], name), "picture");
    if (!kept.ok) throw new Error(kept.reason);
    ids.push(kept.attachment.id);
  }
  const begun = { body: "Dear Olena", sendKey: "a-letter", attachmentIds: [ids[0]!, "gone-since"], base: 0, ageMs: 0 };
  expect((await saveLetterDraft(site.store, james.id, olena.id, begun)).ok).toBe(true);
  const copy = await (await site.visitorAs(james)).post(copyPath, { password: testPassword });
  const files = filesIn(new Uint8Array(await copy.arrayBuffer()));
  const [garden, street] = ids.map((id) => `pictures/letter-${id}.webp`);
  expect(JSON.parse(files.get("data/drafts.json")!)).toMatchObject([
    { with: { firstname: "Olena" }, body: "Dear Olena", pictures: [{ file: garden, name: "garden.png" }] },
    { with: null, body: null, pictures: [{ file: street, name: "street.png" }] },
  ]);
  for (const file of [garden!, street!]) {
    expect(files.get(file)).toMatch(/^RIFF/);
    expect(files.get("index.html")).toContain(`src="${file}"`);
  }
});

Deno.test("a copy that is given up in the middle of a picture leaves no file open", async () => {
  await using site = await testApp();
  const james = await site.addMan({ credits: 50 });
  const olena = await site.addLady();
  const kept = await keepUpload(site.deps, james.id, new File([await png()], "garden.png"), "picture");
  if (!kept.ok) throw new Error(kept.reason);
  const letter = { authorId: james.id, recipientId: olena.id, body: "A garden", attachmentIds: [kept.attachment.id] };
  expect((await sendLetter(site.store, { ...letter, sendKey: "a-letter" })).ok).toBe(true);
  let isOpen = false;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024)),
    cancel: () => void (isOpen = false),
  }, { highWaterMark: 0 });
  site.deps.storage.get = () => {
    isOpen = true;
    return Promise.resolve({ sizeBytes: 1e9, body });
  };
  const copy = await (await site.visitorAs(james)).post(copyPath, { password: testPassword });
  const reader = copy.body!.getReader();
  while (!isOpen) await reader.read();
  await reader.read();
  await reader.cancel().catch(() => {});
  expect(isOpen).toBe(false);
});
