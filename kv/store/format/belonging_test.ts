import { expect } from "expect";
import { addStaff } from "../../accounts/staff.ts";
import { openStore, type Store } from "../../open.ts";
import { addAuditCheckpoint } from "../../records/audit_checkpoints.ts";
import { createJames } from "../../testing/store.ts";
import { addAuditRecord } from "../audit_log.ts";
import { type Claim, claimOf, signedBy } from "./belonging.ts";
import { currentFormat } from "./format.ts";
import { keys } from "../keys.ts";
import { signWith as signedBySecret } from "../proof.ts";

const secret = "a secret that only tests may know";
const another = "another one that only tests may know";

const demo: Claim = { servesAs: "demo" };
const siteWith = (secret: string, ...formerSecrets: string[]): Claim => ({
  servesAs: "site",
  ...signedBy({ secret, formerSecrets, isFormerSecretLost: false }),
});
const site = siteWith(secret);

/** A store of its own; `open` opens it for a claim, does some work, closes it and answers what is in it. */
async function inFile(
  work: (open: (claim?: Claim, fill?: (store: Store) => Promise<unknown>) => Promise<unknown[]>) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "belonging-" });
  try {
    await work(async (claim, fill = () => Promise.resolve()) => {
      const store = await openStore({ location: `${folder}/kv.sqlite3`, secret, claim, isVisitor: true });
      await fill(store);
      const found = await Array.fromAsync(store.kv.list({ prefix: [] }));
      await store.close();
      return found.filter(({ key }) => key[0] !== "sentinel").map(({ key, versionstamp }) => [key, versionstamp]);
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const addAdmin = (email: string) => (store: Store) => addStaff(store, { email, group: "admin", name: "Ada King" });

const notADemos = /^the store at \S+ is not a demo's, and a demo would write its people into it; name an empty folder/;
const aDemos = /^the store at \S+ is a demo's, whose passwords everybody can read; name another folder in DATA_DIR/;
const foreign =
  /^the store at \S+ was written under another SECRET; set that one, or, .* put the former one into FORMER/;

Deno.test("a demo takes an empty store for itself, at today's format, and comes back to it; no site is served from it", () =>
  inFile(async (open) => {
    await open(demo, async ({ kv }) => {
      expect((await kv.get(keys.demo())).value).toBe(true);
      expect((await kv.get(keys.format())).value).toBe(currentFormat);
    });
    const before = await open(demo, createJames);
    await expect(open(site)).rejects.toThrow(aDemos);
    expect(await open(demo)).toEqual(before);
    // Who serves nothing works on both.
    expect(await open()).toEqual(before);
  }));

Deno.test("a site's store is no demo's once it has somebody, and nothing in it is changed", () =>
  inFile(async (open) => {
    await open(site);
    const withAda = await open(undefined, addAdmin("ada@house.test"));
    await expect(open(demo)).rejects.toThrow(notADemos);
    expect(await open(site)).toEqual(withAda);
  }));

Deno.test("a store in which a site has nobody yet may become a demo's, and is no site's after that", () =>
  inFile(async (open) => {
    await open(site);
    await open(demo);
    await expect(open(site)).rejects.toThrow(aDemos);
  }));

Deno.test("a site that is only tried out may be served from a demo's store, whatever secret the demo had", () =>
  inFile(async (open) => {
    await open(demo, addAdmin("admin@demo.test"));
    const tried = { mode: "start", isPublic: false, kvUrl: "https://kv.example", formerSecrets: [] } as const;
    const told: string[] = [];
    const claim = claimOf({ ...tried, secret: another, isFormerSecretLost: false }, () => told.push("foreign"));
    await open(claim);
    await expect(open({ ...claim, servesAs: "site" })).rejects.toThrow(aDemos);
    expect(told).toEqual([]);
  }));

Deno.test("on one machine a site under another secret is told of it, and opens; where others share the store it does not", () =>
  inFile(async (open) => {
    await open(undefined, addAdmin("ada@house.test"));
    const told: string[] = [];
    const serve = (kvUrl: string | null, secret: string) =>
      claimOf(
        { mode: "start", isPublic: true, kvUrl, secret, formerSecrets: [], isFormerSecretLost: false },
        () => told.push(secret),
      );
    await open(serve(null, secret));
    await open(serve(null, another));
    await expect(open(serve("https://kv.example", another))).rejects.toThrow(foreign);
    expect(told).toEqual([another]);
  }));

Deno.test("a demo from before there were marks is known by its first person, and marked when it is served again", () =>
  inFile(async (open) => {
    await open(undefined, addAdmin("admin@demo.test"));
    await expect(open(siteWith(secret))).rejects.toThrow(aDemos);
    await open(demo);
    await open(undefined, async ({ kv }) => void expect((await kv.get(keys.demo())).value).toBe(true));
  }));

Deno.test("a site's store into which a demo was poured is neither served as a site nor taken by the demo again", () =>
  inFile(async (open) => {
    await open(site, addAdmin("ada@house.test"));
    const before = await open(undefined, addAdmin("translator@demo.test"));
    await expect(open(site)).rejects.toThrow(aDemos);
    await expect(open(demo)).rejects.toThrow(notADemos);
    expect(await open()).toEqual(before);
  }));

Deno.test("a site under another secret is refused; with the former one it goes on, and needs it no more after that", () =>
  inFile(async (open) => {
    const cover = (secret: string) => async (store: Store) => {
      const its = { ...store, sign: signedBySecret(secret) };
      await addAuditRecord(its, { action: "sign_in", actorId: 1, subject: "user:1", details: {} });
      return await addAuditCheckpoint(its);
    };
    // A store in which nothing was signed yet is anybody's.
    await open(siteWith(another));
    const before = await open(site, cover(secret));
    await expect(open(siteWith(another))).rejects.toThrow(foreign);
    expect(await open(site)).toEqual(before);
    await open(siteWith(another, secret), cover(another));
    await open(siteWith(another));
    await expect(open(site)).rejects.toThrow(foreign);
  }));

Deno.test("a secret is known by what waits for the first checkpoint as well; who has lost it may say so", () =>
  inFile(async (open) => {
    await open(undefined, addAdmin("ada@house.test"));
    await expect(open(siteWith(another))).rejects.toThrow(foreign);
    const lost = signedBy({ secret: another, formerSecrets: [], isFormerSecretLost: true });
    await open({ servesAs: "site", ...lost });
  }));
