/** What the money tests know of passwords: which one holds, and which sessions were ended by a change. */
import { passwordHashOf, verifyPassword } from "../../kv/accounts/signing_in/passwords.ts";
import { sessionByToken } from "../../kv/accounts/signing_in/sessions.ts";
import { userByEmail } from "../../kv/accounts/users.ts";
import type { Store } from "../../kv/open.ts";
import { testPassword } from "../../kv/testing/store.ts";
import type { Acknowledgement, Operation } from "./operations.ts";

interface Known {
  /** The password that was last seen to hold. */
  current: string;
  /** The passwords that were asked for since and may hold: acknowledged, or never answered. */
  perhaps: string[];
  /** The changes that were acknowledged since; more than one at once is a fault. */
  acknowledged: Acknowledgement[];
}

export class Passwords {
  #made = 0;
  byEmail = new Map<string, Known>();

  of(email: string): Known {
    const known = this.byEmail.get(email) ?? { current: testPassword, perhaps: [], acknowledged: [] };
    this.byEmail.set(email, known);
    return known;
  }

  /** A wish to change the password from the one that holds now to a new one. */
  change(email: string): Operation {
    return { kind: "change_password", email, current: this.of(email).current, next: `Summer-${++this.#made}!` };
  }

  note(operation: Operation & { kind: "change_password" }, answer: Acknowledgement | null): void {
    const known = this.of(operation.email);
    if (answer === null || answer.ok) known.perhaps.push(operation.next);
    if (answer?.ok) known.acknowledged.push(answer);
  }
}

/** Exactly one of the possible passwords holds, one that was acknowledged if any was; and other sessions are over. */
export async function faultsOfPasswords(store: Store, passwords: Passwords): Promise<string[]> {
  const faults: string[] = [];
  for (const [email, known] of passwords.byEmail) {
    const user = await userByEmail(store, email);
    if (!user || known.perhaps.length === 0) continue;
    const hash = await passwordHashOf(store, user.id);
    const candidates = [...new Set([known.current, ...known.perhaps])];
    const holds = await Promise.all(candidates.map((password) => verifyPassword(hash, password)));
    const holding = candidates.filter((_, position) => holds[position]);
    if (holding.length !== 1) faults.push(`of the passwords of ${email}, ${holding.length} hold`);
    if (known.acknowledged.length > 1) faults.push(`${email} changed one password ${known.acknowledged.length} times`);
    const [acknowledged] = known.acknowledged;
    if (acknowledged && holding[0] === known.current) faults.push(`the new password of ${email} was lost`);
    if (acknowledged && !acknowledged.isOtherOver) faults.push(`a session of ${email} outlived the password`);
    if (acknowledged && await sessionByToken(store, acknowledged.endedToken!)) {
      faults.push(`a session of ${email} came back after the crash`);
    }
    if (acknowledged && !await sessionByToken(store, acknowledged.keptToken!)) {
      faults.push(`${email} was signed out by changing the password`);
    }
    Object.assign(known, { current: holding[0] ?? known.current, perhaps: [], acknowledged: [] });
  }
  return faults;
}
