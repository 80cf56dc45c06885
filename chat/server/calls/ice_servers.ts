/** The servers by which one person's browser finds a path in one call. */
import type { IceServers } from "../../shared/server_events.ts";
import type { ChatContext } from "../context.ts";
import { credentialSeconds, turnCredentials } from "./turn_credentials.ts";

/** The credentials name neither the person nor the call. */
export function iceServersFor({ options, store }: ChatContext, seconds = credentialSeconds): Promise<IceServers> {
  const { callServers = { turn: null, stunUrls: [] } } = options;
  return turnCredentials(callServers, store.randomToken(), seconds);
}
