/**
 * Format 17: which agency asked for something in a lady's stead stands with each fact, name and photo. Earlier builds noted
 * it once, where the thing waits for approval.
 */
import { keys } from "../keys.ts";
import { prefixes } from "../prefixes.ts";

interface Approval {
  kind: "profile" | "name" | "photo";
  subjectId: number;
  userId: number;
  askedBy?: number;
}

interface Wish {
  wanted: Record<string, unknown>;
}

interface Gallery {
  photos: { id: number }[];
}

/**
 * Whoever asked last counts as the asker of the whole wish, as earlier builds showed it; whether she had agreed to a draft of
 * her agency, nobody had noted. Writes the same if it is cut off and begun again, or carried out by two instances at once.
 */
export async function askersForward(kv: Deno.Kv): Promise<void> {
  for await (const entry of kv.list<Approval>({ prefix: prefixes.approvals() }, { batchSize: 50 })) {
    const { askedBy, ...approval } = entry.value;
    if (askedBy === undefined) continue;
    const wish = await kv.get<object>(keyOfWish(approval));
    const op = kv.atomic().check(entry, wish).set(entry.key, approval);
    if (wish.value) op.set(wish.key, withAsker(wish.value, approval, askedBy));
    await op.commit();
  }
}

function keyOfWish({ kind, subjectId, userId }: Approval): Deno.KvKey {
  switch (kind) {
    case "profile":
      return keys.profileChange(subjectId);
    case "name":
      return keys.pendingName(subjectId);
    case "photo":
      return keys.photos(userId);
  }
}

function withAsker(wish: object, { kind, subjectId }: Approval, agencyId: number): object {
  switch (kind) {
    case "profile": {
      const { wanted } = wish as Wish;
      return { ...wish, askers: Object.fromEntries(Object.keys(wanted).map((name) => [name, { agencyId }])) };
    }
    case "name":
      return { ...wish, askedBy: agencyId };
    case "photo": {
      const { photos } = wish as Gallery;
      return { ...wish, photos: photos.map((each) => each.id === subjectId ? { ...each, addedBy: agencyId } : each) };
    }
  }
}
