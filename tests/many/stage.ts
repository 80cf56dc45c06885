/** What all scenes play on: a store, the processes that share it, their people, and what was acknowledged to them. */
import { expect } from "expect";
import type { Store } from "../../kv/open.ts";
import { audit } from "../../kv/records/audit.ts";
import { patience } from "../patience.ts";
import type { S3Server } from "../servers/s3_server.ts";
import type { TestSmtpServer } from "../servers/smtp_server.ts";
import { Acknowledged } from "./acknowledged.ts";
import type { People } from "./people.ts";
import type { Site } from "./site.ts";

export type Say = (sentence: string) => void;

export interface Stage {
  /** Thrown away at the end. */
  folder: string;
  /** All four of them. */
  sites: [Site, Site, Site, Site];
  /** The test's own handle, by no way but its own. */
  store: Store;
  people: People;
  mailServer: TestSmtpServer;
  bucket: S3Server;
  acknowledged: Acknowledged;
  /** kill -9 of the store, for so many seconds. */
  takeStoreAway: (seconds: number) => Promise<void>;
  say: Say;
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Everything that was acknowledged is there once, and the audit finds nothing. What is under way may look like a fault;
 * what is still one a while later is one.
 */
export async function expectBooksToAgree({ store, acknowledged }: Stage): Promise<void> {
  const until = performance.now() + patience(30);
  for (;;) {
    const wrong = [...await acknowledged.missingIn(store), ...await audit(store)];
    if (wrong.length === 0) return;
    if (performance.now() > until) return expect(wrong).toEqual([]);
    await pause(500);
  }
}
