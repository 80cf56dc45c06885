/** Since when each of the demo's ladies is verified, whose live check waits, and whose profiles the agency keeps. */
import { dayMs } from "../kv/store/days.ts";
import { type User, userByEmail } from "../kv/accounts/users.ts";
import { draftLady } from "../kv/ladies/agencies/agencies.ts";
import { ladyById } from "../kv/ladies/ladies.ts";
import type { Store } from "../kv/open.ts";
import { commitNow } from "../kv/store/commit.ts";
import { keys } from "../kv/store/keys.ts";
import {
  askLiveCheck,
  expectLiveVideo,
  liveCheckOf,
  liveVideoFile,
  receiveLiveVideo,
} from "../kv/vetting/live_checks.ts";
import {
  documentKinds,
  noVerification,
  putVerification,
  type Verification,
  withCheck,
} from "../kv/vetting/verifications.ts";
import type { Storage } from "../services/storage/storage.ts";

/** She has shown another main photo since, and made a new live check that waits. */
const renewing = "ioana";
const ofAgency = ["daria", "marta", "zoryana", "yulia"];

const emailOf = (key: string): string => `${key}@demo.test`;

/** Notes that the admin has seen everybody's document and face; new ladies lately, the others in the last months. */
export async function addVerifications(store: Store, ladyKeys: string[], adminId: number): Promise<void> {
  for (const [position, key] of ladyKeys.entries()) {
    const user = (await userByEmail(store, emailOf(key)))!;
    const record = (await ladyById(store, user.id))!;
    const since = record.firstTimeActivatedAt!;
    const at = Math.max(since, store.now() - (5 + (position * 7) % 140) * dayMs);
    const held = withCheck({ ...noVerification, profileApprovedAt: since }, {
      identity: { documentKind: documentKinds[position % documentKinds.length]!, checkedAt: since, by: adminId },
      live: { checkedAt: at, by: adminId, photoId: record.photos[0]!.id },
    }, at);
    const op = store.kv.atomic();
    putVerification(store, op, user.id, key === renewing ? endedByPhoto(held, store.now() - 3 * dayMs) : held);
    await commitNow(op);
  }
}

const endedByPhoto = (held: Verification, at: number): Verification => ({
  ...held,
  live: null,
  verifiedAt: null,
  endsAt: null,
  ended: { at, because: "photo" },
});

/** The agency keeps some profiles, and has drafted another that waits for its lady. */
export async function addAgency(store: Store, agencyId: number): Promise<void> {
  for (const key of ofAgency) {
    const user = (await userByEmail(store, emailOf(key)))!;
    const op = store.kv.atomic()
      .set(keys.user(user.id), { ...user, agencyId } satisfies User)
      .set(keys.ladyOfAgency(agencyId, user.id), null);
    await commitNow(op);
  }
  await draftLady(store, agencyId, {
    email: "larysa@example.test",
    firstname: "Larysa",
    birthdate: "1991-02-20",
    countryId: 804,
    city: "Lutsk",
    facts: {
      about: "I teach geography, and collect maps of places that have changed their names.",
      quote: "A map is a promise.",
      heightCm: 169,
    },
    locale: "en",
  });
}

/** One lady's live check waits, with the demo's own clip instead of a recording. */
export async function addDemoLiveCheck(store: Store, storage: Storage): Promise<void> {
  const user = await userByEmail(store, emailOf(renewing));
  if (!user || await liveCheckOf(store, user.id)) return;
  const bytes = await Deno.readFile(new URL(`./videos/clips/${renewing}-preview.webm`, import.meta.url));
  const asked = await askLiveCheck(store, user.id);
  if (!asked.ok) throw new Error(asked.reason);
  const token = store.randomToken();
  await expectLiveVideo(store, user.id, token);
  await storage.put(liveVideoFile({ token }), bytes, "video/webm");
  await receiveLiveVideo(store, user.id, asked.check.id, { token, type: "video/webm", bytes: bytes.length });
}
