/** Tar as POSIX has it, as far as backups need it: plain files in a stream, long names and sizes by extended headers. */

export interface TarFile {
  name: string;
  sizeBytes: number;
  /** Permission bits. */
  mode: number;
}

/** The stream is no tar, is damaged, or ends too early; the message says which. */
export class TarFault extends Error {}

const blockBytes = 512;
const nameBytesMax = 100;
/** What eleven octal digits hold. */
const sizeBytesMax = 8 ** 11 - 1;

type Bytes = Uint8Array<ArrayBuffer>;

// ── writing ───────────────────────────────────────────────────────────────

/** The header of a file, with an extended one before it if it needs one. */
export function tarHeader(file: TarFile, modifiedAt: number): Bytes {
  const isLong = encode(file.name).length > nameBytesMax || file.sizeBytes > sizeBytesMax;
  if (!isLong) return header(file, "0", modifiedAt);
  const records = encode(paxRecord("path", file.name) + paxRecord("size", String(file.sizeBytes)));
  return joined([
    header({ name: "long", sizeBytes: records.length, mode: 0o600 }, "x", modifiedAt),
    records,
    tarPadding(records.length),
    header({ ...file, name: "long", sizeBytes: Math.min(file.sizeBytes, sizeBytesMax) }, "0", modifiedAt),
  ]);
}

/** What fills the last block of a file. */
export const tarPadding = (sizeBytes: number): Bytes =>
  new Uint8Array((blockBytes - sizeBytes % blockBytes) % blockBytes);

export const tarEnd = (): Bytes => new Uint8Array(2 * blockBytes);

function header({ name, sizeBytes, mode }: TarFile, type: string, modifiedAt: number): Bytes {
  const block = new Uint8Array(blockBytes);
  const put = (text: string, at: number) => block.set(encode(text), at);
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, "0");
  put(name, 0);
  put(octal(mode & 0o777, 7), 100);
  put(octal(0, 7), 108);
  put(octal(0, 7), 116);
  put(octal(sizeBytes, 11), 124);
  put(octal(Math.floor(modifiedAt / 1000), 11), 136);
  put(type, 156);
  put("ustar\0" + "00", 257);
  put(octal(checksum(block), 6) + "\0 ", 148);
  return block;
}

/** "LENGTH key=value\n", where the length counts its own digits. */
function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  const restBytes = encode(rest).length;
  let length = restBytes;
  while (length !== restBytes + String(length).length) length = restBytes + String(length).length;
  return `${length}${rest}`;
}

// ── reading ───────────────────────────────────────────────────────────────

/**
 * The files of a tar in their order; each must be read to its end before the next is asked for.
 * Throws TarFault for anything that is not exactly what the writer above makes.
 */
export async function* readTar(
  stream: ReadableStream<Bytes>,
): AsyncGenerator<TarFile & { body: () => AsyncGenerator<Bytes> }> {
  const source = new Source(stream);
  try {
    let long: Partial<TarFile> = {};
    while (true) {
      const block = await source.take(blockBytes);
      if (block.every((byte) => byte === 0)) {
        if (!(await source.take(blockBytes)).every((byte) => byte === 0)) throw new TarFault("a header is damaged");
        return;
      }
      const { type, ...file } = parseHeader(block);
      if (type === "x") {
        if (file.sizeBytes > 4096) throw new TarFault("an extended header is too long");
        long = parsePax(await source.take(file.sizeBytes));
        await source.skipPadding(file.sizeBytes);
        continue;
      }
      if (type !== "0") throw new TarFault(`it holds something that is no plain file: ${file.name}`);
      const whole = { ...file, ...long };
      long = {};
      let left = whole.sizeBytes;
      yield {
        ...whole,
        async *body() {
          while (left > 0) {
            const chunk = await source.takeUpTo(left);
            left -= chunk.length;
            yield chunk;
          }
        },
      };
      if (left > 0) throw new TarFault(`${whole.name} was not read`);
      await source.skipPadding(whole.sizeBytes);
    }
  } finally {
    await source.close();
  }
}

function parseHeader(block: Bytes): TarFile & { type: string } {
  const text = (at: number, length: number) => decode(block.subarray(at, at + length)).replace(/\0.*$/s, "");
  const octal = (at: number, length: number) => {
    const digits = text(at, length).trim();
    if (!/^[0-7]+$/.test(digits)) throw new TarFault("a header is damaged");
    return parseInt(digits, 8);
  };
  if (text(257, 5) !== "ustar") throw new TarFault("a header is damaged");
  const stated = octal(148, 8);
  block.fill(0x20, 148, 156);
  if (checksum(block) !== stated) throw new TarFault("a header is damaged");
  return { name: text(0, nameBytesMax), mode: octal(100, 8), sizeBytes: octal(124, 12), type: text(156, 1) };
}

function parsePax(records: Bytes): Partial<TarFile> {
  const value = (key: string) => new RegExp(`^\\d+ ${key}=(.*)$`, "m").exec(decode(records))?.[1];
  const [name, size] = [value("path"), Number(value("size"))];
  if (!name || !Number.isSafeInteger(size) || size < 0) throw new TarFault("an extended header is damaged");
  return { name, sizeBytes: size };
}

/** The bytes of a stream in portions of any size; throws TarFault if the stream ends too early. */
class Source {
  #reader: ReadableStreamDefaultReader<Bytes>;
  #rest: Bytes = new Uint8Array();

  constructor(stream: ReadableStream<Bytes>) {
    this.#reader = stream.getReader();
  }

  /** At least one byte, at most `count`. */
  async takeUpTo(count: number): Promise<Bytes> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#reader.read();
      if (done) throw new TarFault("it ends too early");
      this.#rest = value;
    }
    const taken = this.#rest.subarray(0, count);
    this.#rest = this.#rest.subarray(taken.length);
    return taken;
  }

  async take(count: number): Promise<Bytes> {
    const taken = new Uint8Array(count);
    for (let at = 0; at < count;) {
      const chunk = await this.takeUpTo(count - at);
      taken.set(chunk, at);
      at += chunk.length;
    }
    return taken;
  }

  async skipPadding(sizeBytes: number): Promise<void> {
    await this.take(tarPadding(sizeBytes).length);
  }

  async close(): Promise<void> {
    await this.#reader.cancel().catch(() => {});
  }
}

const checksum = (block: Bytes): number =>
  block.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0);

const encode = (text: string): Bytes => new TextEncoder().encode(text);
const decode = (bytes: Bytes): string => new TextDecoder().decode(bytes);

function joined(parts: Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
