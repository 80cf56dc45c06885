/** A self-signed certificate with an RSA key of its own, written by hand, so that tests need no other tool. */
import { createSign, generateKeyPairSync, type KeyObject } from "node:crypto";

export interface Certificate {
  pem: string;
  privateKey: KeyObject;
}

export function makeCertificate(
  { from = Date.UTC(2020, 0, 1), until = Date.UTC(2049, 0, 1) }: { from?: number; until?: number } = {},
): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const name = sequence(
    set(sequence(oid(commonName), der(0x0c, new TextEncoder().encode("messageverification.test")))),
  );
  const algorithm = sequence(oid(sha256WithRsa), der(0x05));
  const body = sequence(
    der(0xa0, der(0x02, [2])),
    der(0x02, [1]),
    algorithm,
    name,
    sequence(time(from), time(until)),
    name,
    new Uint8Array(publicKey.export({ type: "spki", format: "der" })),
  );
  const signature = createSign("sha256").update(body).sign(privateKey);
  const whole = sequence(body, algorithm, der(0x03, [0], signature));
  const lines = whole.toBase64().match(/.{1,64}/g)!.join("\n");
  return { pem: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`, privateKey };
}

const commonName = [0x55, 0x04, 0x03];
const sha256WithRsa = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b];

type Part = Uint8Array | number[];

function der(tag: number, ...parts: Part[]): Uint8Array<ArrayBuffer> {
  const content = parts.flatMap((part) => [...part]);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return new Uint8Array([tag, ...size, ...content]);
}

const sequence = (...parts: Part[]) => der(0x30, ...parts);
const set = (part: Part) => der(0x31, part);
const oid = (numbers: number[]) => der(0x06, numbers);
const time = (atMs: number) =>
  der(0x17, new TextEncoder().encode(new Date(atMs).toISOString().replace(/[-:T]/g, "").slice(2, 14) + "Z"));
