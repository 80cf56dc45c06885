/** Keys as texts that sort as Deno KV sorts keys: by type, then by value, and a key before its longer ones. */

/** What each type begins with: bytes, texts, bigints, numbers, false, true. */
const types = {
  bytes: "\x01",
  text: "\x02",
  negative: "\x0b",
  positive: "\x14",
  number: "\x21",
  no: "\x26",
  yes: "\x27",
};

/** The text of a key; each character stands for one byte, so that comparing texts compares bytes. */
export const encodedKey = (key: Deno.KvKey): string => key.map(encodedPart).join("");

function encodedPart(part: Deno.KvKeyPart): string {
  if (typeof part === "string") return types.text + terminated(utf8(part));
  if (typeof part === "number") return types.number + encodedNumber(part);
  if (typeof part === "boolean") return part ? types.yes : types.no;
  if (typeof part === "bigint") return encodedBigint(part);
  return types.bytes + terminated(String.fromCharCode(...part as Uint8Array));
}

/** Ends a part that may hold zeros with a zero, and escapes its own zeros. */
const terminated = (bytes: string): string => `${bytes.replaceAll("\0", "\0\xff")}\0`;

const encoder = new TextEncoder();
const utf8 = (text: string): string => /^[\0-\x7f]*$/.test(text) ? text : String.fromCharCode(...encoder.encode(text));

const eightBytes = new DataView(new ArrayBuffer(8));

function encodedNumber(number: number): string {
  eightBytes.setFloat64(0, number);
  const high = eightBytes.getUint32(0);
  // The larger the bytes of a negative number, the smaller the number.
  const isNegative = high >>> 31 === 1;
  eightBytes.setUint32(0, isNegative ? ~high : high | 0x80000000);
  if (isNegative) eightBytes.setUint32(4, ~eightBytes.getUint32(4));
  return String.fromCharCode(...new Uint8Array(eightBytes.buffer));
}

function encodedBigint(number: bigint): string {
  const digits = (number < 0n ? -number : number).toString(16);
  const bytes = [...Uint8Array.fromHex(digits.length % 2 === 0 ? digits : `0${digits}`)];
  const [type, written] = number < 0n
    ? [types.negative, [bytes.length, ...bytes].map((byte) => 255 - byte)]
    : [types.positive, [bytes.length, ...bytes]];
  return type + String.fromCharCode(...written);
}
