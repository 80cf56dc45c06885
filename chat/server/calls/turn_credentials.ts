/**
 * Credentials for the relays, made per call and person, and good for an hour: the scheme that coturn calls
 * use-auth-secret. A relay sees in them when they end and a random name, never who calls.
 */
import type { IceServers } from "../../shared/server_events.ts";

/** How calls find a path; services/call_settings.ts reads it. */
export interface CallServers {
  turn: { urls: string[]; secret: string } | null;
  stunUrls: string[];
}

export const credentialSeconds = 3600;
/** For the page that checks one's own devices and connection. */
export const checkCredentialSeconds = 120;

/** Returns the servers for one person in one call. `nowMs` is real time, by which the relay judges the credentials. */
export async function turnCredentials(
  { turn, stunUrls }: CallServers,
  callName: string,
  seconds = credentialSeconds,
  nowMs = Date.now(),
): Promise<IceServers> {
  const servers: IceServers = stunUrls.length > 0 ? [{ urls: stunUrls }] : [];
  if (!turn) return servers;
  const username = `${Math.floor(nowMs / 1000) + seconds}:${callName}`;
  return [{ urls: turn.urls, username, credential: await credentialOf(turn.secret, username) }, ...servers];
}

async function credentialOf(secret: string, username: string): Promise<string> {
  const bytes = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-1" };
  const key = await crypto.subtle.importKey("raw", bytes.encode(secret), algorithm, false, ["sign"]);
  const signature = await crypto.subtle.sign("HMAC", key, bytes.encode(username));
  return btoa(String.fromCharCode(...new Uint8Array(signature)));
}
