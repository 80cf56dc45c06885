/** One-time codes by time (RFC 6238): six digits, thirty seconds, SHA-1, as every authenticator app has them. */
import { Secret, TOTP } from "otpauth";

const codeDigits = 6;
const stepSeconds = 30;
/** Clocks of phones go wrong: a code is valid one step before and after its own. */
const stepsAside = 1;
/** The bytes of a secret, as RFC 4226 recommends. */
export const secretBytes = 20;

const totpOf = (secret: Uint8Array<ArrayBuffer>, label = "", issuer = ""): TOTP =>
  new TOTP({
    issuer,
    label,
    algorithm: "SHA1",
    digits: codeDigits,
    period: stepSeconds,
    secret: new Secret({ buffer: secret.slice().buffer }),
  });

/** The step to which a code belongs at a moment (ms since the epoch); null where it belongs to none near it. */
export function stepOfCode(secret: Uint8Array<ArrayBuffer>, code: string, atMs: number): number | null {
  if (!new RegExp(`^\\d{${codeDigits}}$`).test(code)) return null;
  const delta = totpOf(secret).validate({ token: code, timestamp: atMs, window: stepsAside });
  return delta === null ? null : Math.floor(atMs / 1000 / stepSeconds) + delta;
}

/** The code of a moment, as an app shows it. */
export const codeAt = (secret: Uint8Array<ArrayBuffer>, atMs: number): string =>
  totpOf(secret).generate({ timestamp: atMs });

/** The secret as it is typed into an app by hand. */
export const base32Of = (secret: Uint8Array<ArrayBuffer>): string =>
  new Secret({ buffer: secret.slice().buffer }).base32;

/** The address that apps read from a QR code; it names the account and the site. */
export const otpAddress = (secret: Uint8Array<ArrayBuffer>, label: string, issuer: string): string =>
  totpOf(secret, label, issuer).toString();
