/**
 * To whom a store belongs: to a demo, whose passwords everybody can read, or to a site; and under which secret it was
 * written. Refuses a process that would serve it as the other, or write into it under a secret of its own.
 */
import { assertNotNewer, currentFormat, formatIn } from "./format.ts";
import { keys } from "../keys.ts";
import { prefixes } from "../prefixes.ts";
import { keyIdOf, type Sign, signWith } from "../proof.ts";

/** The store is not the one that this process may use; the message says so to the operator, and nothing was changed. */
export class NotOurStore extends Error {}

/** What a process says of the store that it opens. */
export interface Claim {
  /** As what it serves; unset for a tool, and for a site that is only tried out, which work on both. */
  servesAs?: "demo" | "site";
  /** The secrets that the site has and had; unset if nothing is signed that anybody checks. */
  signs?: readonly Sign[];
  /** Told of a site's store that was written under none of `signs`; without it such a store is refused. */
  onForeignSecret?: () => void;
}

interface Secrets {
  secret: string;
  formerSecrets: readonly string[];
  /** Whether one of them is lost: then nobody can tell whose the store is. */
  isFormerSecretLost: boolean;
}

interface Serving extends Secrets {
  mode: "demo" | "start";
  /** Whether others than this machine may reach the site by a name that somebody owns. */
  isPublic: boolean;
  /** Set for a store that other processes may serve as well. */
  kvUrl: string | null;
}

/** The claim of who serves a store with these settings; `onForeignSecret` hears of what is not refused on one machine. */
export function claimOf(settings: Serving, onForeignSecret: () => void): Claim {
  if (settings.mode === "demo") return { servesAs: "demo" };
  return {
    ...(settings.isPublic && { servesAs: "site" }),
    ...signedBy(settings),
    ...(settings.kvUrl === null && { onForeignSecret }),
  };
}

/** The claim of who writes into a site's store: only under its secret. */
export function signedBy(site: Secrets): Claim {
  return site.isFormerSecretLost ? {} : { signs: [site.secret, ...site.formerSecrets].map(signWith) };
}

/** The domains of people who exist in a demo alone; no mail reaches them (RFC 6761). */
export const demoDomain = "demo.test";
export const seedDomain = "seed.test";

/** Throws NotOurStore if the claim is wrong, FormatUnknown for a later build's store. A demo marks an empty store as its own. */
export async function assertOurs(kv: Deno.Kv, claim: Claim, what: string): Promise<void> {
  const { servesAs, signs, onForeignSecret } = claim;
  if (servesAs === "demo") await takeForDemo(kv, what);
  if (servesAs === "site") await refuseDemo(kv, what);
  if (!signs || await isWrittenUnder(kv, signs)) return;
  if (onForeignSecret) return onForeignSecret();
  throw new NotOurStore(
    `${what} was written under another SECRET; set that one, or, if it was changed on purpose, ` +
      "put the former one into FORMER_SECRETS (the word lost if nobody has it any more)",
  );
}

async function takeForDemo(kv: Deno.Kv, what: string): Promise<void> {
  const format = await formatIn(kv);
  assertNotNewer(format);
  if (await isThere(kv, keys.demo())) return;
  if (format === null) {
    // With its format in one commit: a store with the mark alone would look like one of the oldest format.
    const op = kv.atomic().check({ key: keys.format(), versionstamp: null });
    const { ok } = await op.set(keys.demo(), true).set(keys.format(), currentFormat).commit();
    return ok ? undefined : await takeForDemo(kv, what);
  }
  if (!await isEmptyOrDemo(kv)) {
    throw new NotOurStore(
      `${what} is not a demo's, and a demo would write its people into it; ` +
        "name an empty folder in DATA_DIR, or an empty store in KV_URL",
    );
  }
  await kv.set(keys.demo(), true);
}

async function refuseDemo(kv: Deno.Kv, what: string): Promise<void> {
  // Without the mark as well: an earlier build made no mark, and wrote its demo into any store.
  const signs = [
    keys.demo(),
    ...["admin", "agency", "translator"].map((name) => keys.userIdByEmail(`${name}@${demoDomain}`)),
  ];
  const found = await Promise.all(signs.map((key) => isThere(kv, key)));
  if (!found.includes(true)) return;
  throw new NotOurStore(
    `${what} is a demo's, whose passwords everybody can read; name another folder in DATA_DIR, or another store in KV_URL ` +
      "(if a demo was once run on a site's own store, restore a backup from before that)",
  );
}

/** Whether a store without a mark has nobody yet, or was a demo's from its first account on: a site's first one is its own. */
async function isEmptyOrDemo(kv: Deno.Kv): Promise<boolean> {
  for await (const { value } of kv.list<{ email: string }>({ prefix: prefixes.users() }, { limit: 1 })) {
    return [demoDomain, seedDomain].some((domain) => value.email.endsWith(`@${domain}`));
  }
  return true;
}

/**
 * Whether what was signed last is of one of these secrets: the newest checkpoint of the audit log, or the oldest record that
 * still waits for the first one. A demo has another secret at each start.
 */
async function isWrittenUnder(kv: Deno.Kv, signs: readonly Sign[]): Promise<boolean> {
  if (await isThere(kv, keys.demo())) return true;
  const head = await kv.get<{ vouch: string }>(keys.auditCheckpointHead());
  const vouch = head.value?.vouch ?? await firstWaiting(kv);
  return vouch === null || signs.some((sign) => vouch.startsWith(`${keyIdOf(sign)}.`));
}

async function firstWaiting(kv: Deno.Kv): Promise<string | null> {
  for await (const { value } of kv.list<string>({ prefix: prefixes.auditWaiting() }, { limit: 1 })) return value;
  return null;
}

const isThere = async (kv: Deno.Kv, key: Deno.KvKey): Promise<boolean> => (await kv.get(key)).versionstamp !== null;
