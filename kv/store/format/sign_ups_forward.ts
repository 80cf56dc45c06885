/** Format 2: a waiting sign-up says where it was asked for, and which of its codes was mailed. */
import { dayMs } from "../days.ts";
import { keys } from "../keys.ts";
import { prefixes } from "../prefixes.ts";

/** A sign-up as it was stored before. */
interface Earlier {
  id: string;
  email: string;
  /** Null where the address was taken. */
  signUp: object | null;
  groupId: number;
  locale: string;
  issue: number;
  codeExpiresAt: number;
  guesses: number;
}

const codeMs = 30 * 60_000;
const keptMs = dayMs;

/**
 * Where an earlier sign-up was asked for is not known, so its code and link ask for a new password. One that waits with a
 * taken address is deleted: it has no password that could be checked.
 */
export async function signUpsForward(kv: Deno.Kv): Promise<void> {
  for await (const entry of kv.list<Earlier>({ prefix: prefixes.allConfirmations() })) {
    const { value } = entry;
    if ("mailed" in value) continue;
    const op = kv.atomic().check(entry);
    if (value.signUp === null) op.delete(entry.key).delete(keys.confirmationOfEmail(value.email, value.id));
    else op.set(entry.key, forward(value), { expireIn: keptMs });
    await op.commit();
  }
}

const forward = ({ groupId: _, locale: __, guesses: ___, codeExpiresAt, ...kept }: Earlier) => ({
  ...kept,
  from: { network: "", browser: null },
  provenIn: [],
  next: "",
  mailed: { issue: kept.issue, at: codeExpiresAt - codeMs },
});
