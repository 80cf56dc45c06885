/** What all scenes share: a store, the processes on it, their people, and what was acknowledged to them. */
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
  /** Deleted at the end. */
  folder: string;
  /** The four processes. */
  sites: [Site, Site, Site, Site];
  /** The test's own handle, which uses none of the ways of the processes. */
  store: Store;
  people: People;
  mailServer: TestSmtpServer;
  bucket: S3Server;
  acknowledged: Acknowledged;
  /** Kills the store with signal 9, and starts it again after so many seconds. */
  takeStoreAway: (seconds: number) => Promise<void>;
  say: Say;
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Checks that everything acknowledged is there once, and that the audit finds nothing. What is under way may look like a
 * fault; only what is still one after a while is one.
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
