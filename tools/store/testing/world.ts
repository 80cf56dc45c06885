/** For tests of backups: a folder in which people have written to each other, and ways to compare folders. */
import { createHash } from "node:crypto";
import { addAttachment, type Attachment, attachmentFile } from "../../../kv/letters/attachments.ts";
import { sendLetter } from "../../../kv/letters/sending.ts";
import { createPeople, type TestStore, testStore } from "../../../kv/testing/store.ts";
import { fileStorage } from "../../../services/storage/files.ts";
import { storeFile } from "../sqlite.ts";

/** Runs `work` with a folder that is removed afterwards. */
export async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "ops-" });
  try {
    await work(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

export interface LivedIn {
  store: TestStore;
  picture: Attachment;
}

/** Opens a site's folder where James has written Olena two letters, the second with a picture; its store must be closed. */
export async function livedInFolder(dataDir: string): Promise<LivedIn> {
  await Deno.mkdir(dataDir, { recursive: true });
  const store = await testStore({ location: `${dataDir}/${storeFile}` });
  const { james, olena } = await createPeople(store);
  const storage = await fileStorage(`${dataDir}/uploads`);
  const facts = { width: 4, height: 4, bytes: 9000 };
  const wanted = { name: "garden.jpg", type: "image/webp", full: facts, thumb: facts, digest: "d" };
  const added = await addAttachment(store, james.id, wanted);
  if (!added.ok) throw new Error(added.reason);
  const picture = added.attachment;
  for (const size of ["full", "thumb"] as const) {
    await storage.put(attachmentFile(picture.id, size), crypto.getRandomValues(new Uint8Array(9000)), "image/webp");
  }
  for (const [body, attachmentIds] of [["Dear Olena", []], ["My garden", [picture.id]]] as const) {
    const sent = await sendLetter(store, {
      authorId: james.id,
      recipientId: olena.id,
      body,
      sendKey: body,
      attachmentIds: [...attachmentIds],
    });
    if (!sent.ok) throw new Error(sent.reason);
  }
  return { store, picture };
}

/** Every file below a folder, except the lock, with a hash of its content. */
export async function contentOf(folder: string, below = ""): Promise<Record<string, string>> {
  const content: Record<string, string> = {};
  for await (const { name, isDirectory } of Deno.readDir(`${folder}/${below}`)) {
    const path = below + name;
    if (isDirectory) Object.assign(content, await contentOf(folder, `${path}/`));
    else if (name !== ".lock") {
      content[path] = createHash("sha256").update(await Deno.readFile(`${folder}/${path}`)).digest("hex");
    }
  }
  return content;
}
