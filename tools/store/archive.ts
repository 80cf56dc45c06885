/**
 * The form of a backup: a tar that begins with a manifest of its parts and ends with the manifest's own sha256.
 * Reading trusts nothing: a part that is not in the manifest, or not as it says, is refused by name.
 */
import { createHash } from "node:crypto";
import * as z from "zod";
import { isSafeName } from "../../services/storage/storage.ts";
import { Fault } from "./fault.ts";
import { storeFile } from "./sqlite.ts";
import { readTar, tarEnd, TarFault, type TarFile, tarHeader, tarPadding } from "./tar.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const manifestName = "manifest.json";
const checkpointName = "manifest.json.sha256";
const manifestBytesMax = 1024 ** 3;

const isPartName = (name: string): boolean =>
  name === storeFile || (name.startsWith("uploads/") && isSafeName(name.slice("uploads/".length)));

const manifestSchema = z.object({
  format: z.literal("vesna-backup"),
  version: z.literal(1),
  createdAt: z.iso.datetime(),
  parts: z.array(z.object({
    name: z.string().refine(isPartName),
    bytes: z.int().min(0),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
  })).refine((parts) => new Set(parts.map(({ name }) => name)).size === parts.length)
    .refine((parts) => parts.some(({ name }) => name === storeFile)),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type Part = Manifest["parts"][number];

// ── writing ───────────────────────────────────────────────────────────────

/** The bytes of a backup. The files lie in `folder` under the names of their parts, and must not change meanwhile. */
export async function* writeArchive(folder: string, names: string[], createdAt: number): AsyncGenerator<Bytes> {
  const parts: Part[] = [];
  for (const name of names) parts.push(await describe(folder, name));
  const manifest: Manifest = {
    format: "vesna-backup",
    version: 1,
    createdAt: new Date(createdAt).toISOString(),
    parts,
  };
  const text = new TextEncoder().encode(JSON.stringify(manifest, null, 1) + "\n");
  yield* plainPart(manifestName, text, createdAt);
  for (const { name, bytes } of parts) {
    const { mode, mtime } = await Deno.stat(`${folder}/${name}`);
    yield tarHeader({ name, sizeBytes: bytes, mode: mode ?? 0o644 }, mtime?.getTime() ?? createdAt);
    yield* bytesOf(`${folder}/${name}`);
    yield tarPadding(bytes);
  }
  const digestLine = `${createHash("sha256").update(text).digest("hex")}  ${manifestName}\n`;
  yield* plainPart(checkpointName, new TextEncoder().encode(digestLine), createdAt);
  yield tarEnd();
}

async function describe(folder: string, name: string): Promise<Part> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of bytesOf(`${folder}/${name}`)) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { name, bytes, sha256: hash.digest("hex") };
}

async function* bytesOf(path: string): AsyncGenerator<Bytes> {
  using file = await Deno.open(path);
  while (true) {
    const buffer = new Uint8Array(256 * 1024);
    const count = await file.read(buffer);
    if (count === null) return;
    yield buffer.subarray(0, count);
  }
}

function* plainPart(name: string, bytes: Bytes, at: number): Generator<Bytes> {
  yield tarHeader({ name, sizeBytes: bytes.length, mode: 0o644 }, at);
  yield bytes;
  yield tarPadding(bytes.length);
}

// ── reading ───────────────────────────────────────────────────────────────

/**
 * Reads a backup to its end, handing each part to `keep`, which must read its body. Resolves with the manifest when
 * everything was there and right; throws Fault otherwise, and then nothing that was kept may be used.
 */
export async function readArchive(
  path: string,
  keep: (part: Part, mode: number, body: AsyncIterable<Bytes>) => Promise<void>,
): Promise<Manifest> {
  try {
    return await readParts(path, keep);
  } catch (error) {
    if (error instanceof Fault) throw error;
    // Damaged gzip data throws a TypeError.
    const isDamaged = error instanceof TarFault || error instanceof TypeError;
    throw isDamaged ? new Fault(`${path} is damaged or cut off: ${error.message}`) : error;
  }
}

async function readParts(path: string, keep: Parameters<typeof readArchive>[1]): Promise<Manifest> {
  const entries = readTar(await openArchive(path));
  try {
    const first = await entries.next().catch((error) => {
      throw error instanceof TarFault ? notOurs(path) : error;
    });
    if (first.done || first.value.name !== manifestName) throw notOurs(path);
    const text = await textOf(first.value);
    const manifest = parseManifest(path, text);
    for (const part of manifest.parts) {
      const { value: entry } = await entries.next();
      if (entry?.name !== part.name || entry.sizeBytes !== part.bytes) {
        throw new Fault(`${path} is damaged or cut off: ${part.name} is not where it should be`);
      }
      const hash = createHash("sha256");
      await keep(part, entry.mode, hashed(entry.body(), hash));
      if (hash.digest("hex") !== part.sha256) throw new Fault(`${path} is damaged: ${part.name} is not what was saved`);
    }
    const { value: last } = await entries.next();
    const digest = createHash("sha256").update(text).digest("hex");
    if (last?.name !== checkpointName || await textOf(last) !== `${digest}  ${manifestName}\n`) {
      throw new Fault(`${path} is damaged or cut off: its list of parts is not what was saved`);
    }
    if (!(await entries.next()).done) throw new Fault(`${path} is damaged: it holds more than its list of parts`);
    return manifest;
  } finally {
    await entries.return(undefined);
  }
}

/** Whether a file begins like a backup. */
export async function isArchive(path: string): Promise<boolean> {
  try {
    const entries = readTar(await openArchive(path));
    const first = await entries.next();
    await entries.return(undefined);
    return first.value?.name === manifestName;
  } catch {
    return false;
  }
}

async function openArchive(path: string): Promise<ReadableStream<Bytes>> {
  const file = await Deno.open(path).catch((error) => {
    throw error instanceof Deno.errors.NotFound ? new Fault(`there is no file ${path}`) : error;
  });
  const magic = new Uint8Array(2);
  await file.read(magic);
  await file.seek(0, Deno.SeekMode.Start);
  const isPacked = magic[0] === 0x1f && magic[1] === 0x8b;
  return isPacked ? file.readable.pipeThrough(new DecompressionStream("gzip")) : file.readable;
}

function parseManifest(path: string, text: string): Manifest {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Fault(`${path} is damaged: its list of parts cannot be read`);
  }
  const parsed = manifestSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new Fault(`${path} is no backup that this version reads, or its list of parts is damaged`);
}

async function textOf(file: TarFile & { body: () => AsyncIterable<Bytes> }): Promise<string> {
  if (file.sizeBytes > manifestBytesMax) throw new TarFault("its list of parts is too long");
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of file.body()) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

async function* hashed(body: AsyncIterable<Bytes>, hash: ReturnType<typeof createHash>): AsyncGenerator<Bytes> {
  for await (const chunk of body) {
    hash.update(chunk);
    yield chunk;
  }
}

const notOurs = (path: string): Fault => new Fault(`${path} is no backup of this site`);
