/**
 * Who may stay connected. A person whose session ends (by sign-out, a new password or its time) and a lady who is no
 * longer published are let go at once, or with their next turn if the process that changed it could not tell. Writing
 * keeps a session alive, as a visited page does.
 */
import {
  aliveSession,
  keepSession,
  sessionTopic,
  slideAfterSeconds,
} from "../../../kv/accounts/signing_in/sessions.ts";
import { type User, userById } from "../../../kv/accounts/users.ts";
import { mayChat } from "../../../kv/chats/pairs.ts";
import { publishedKind } from "../../../kv/ladies/ladies.ts";
import type { Store } from "../../../kv/open.ts";
import type { ChatContext } from "../context.ts";
import type { Connection } from "./connection.ts";

/** Why somebody may not stay, as the name of a close code. */
export type Dismissal = "notSignedIn" | "noChatForThis";

interface Admission {
  user: User;
  /** Null where no session stands behind the connection. */
  tokenHash: string | null;
  /** When the session ends, as far as this instance knows, or the next turn, whichever comes first. */
  readAgainAt: number;
  keptAt: number;
}

/** Within this time every connection has its turn to be read again. */
const roundMs = 2 * 60_000;
/** Its multiples divide a whole more and more evenly. */
const goldenRatio = (Math.sqrt(5) - 1) / 2;

/** A turn that lies beyond a round was set by a clock that was ahead; one that has none is being read. */
const isDue = (at: number, nowMs: number): boolean => at <= nowMs || (at !== Infinity && at > nowMs + roundMs);

const kindOf = (topic: string): string => topic.slice(0, topic.indexOf(":"));
const sessionKind = kindOf(sessionTopic(""));

export class Admissions {
  #store: Store;
  #dismiss: (connection: Connection, why: Dismissal) => void;
  #admitted = new Map<Connection, Admission>();
  #stops: (() => void)[];
  /** Before this moment of server time nobody is to be read again. */
  #earliest = Infinity;
  #turns = 0;

  constructor({ store, deadlines }: ChatContext, dismiss: (connection: Connection, why: Dismissal) => void) {
    this.#store = store;
    this.#dismiss = dismiss;
    deadlines.onTick((nowMs) => {
      // When a silent store is back everybody is read (kv/store/open.ts).
      if (isDue(this.#earliest, nowMs) && !store.health.isSilent) this.#lookAt(nowMs);
    });
    // Two listeners for all connections: two for each would be a good part of a connection's memory.
    const { pubsub } = store;
    this.#stops = [
      pubsub.listenToAll(sessionKind, (hash) => this.#heard(({ tokenHash }) => hash === null || tokenHash === hash)),
      pubsub.listenToAll(publishedKind, (id) => this.#heard(({ user }) => id === null || user.id === Number(id))),
    ];
  }

  /** Hears nothing any more. */
  shut(): void {
    for (const stop of this.#stops) stop();
  }

  #heard(isMeant: (admission: Admission) => boolean): void {
    for (const [connection, admission] of this.#admitted) if (isMeant(admission)) void this.#check(connection);
  }

  /** Checks whether a person may come in, and from now on whether she or he may stay, until `forget`. */
  async admit(connection: Connection, user: User, tokenHash: string | null): Promise<Dismissal | null> {
    const admission = { user, tokenHash, readAgainAt: Infinity, keptAt: this.#store.now() };
    // Noted before the store is read, so that changes in between are heard.
    this.#admitted.set(connection, admission);
    const dismissal = await this.#read(admission);
    if (dismissal || connection.isClosed) this.forget(connection);
    return dismissal;
  }

  forget(connection: Connection): void {
    this.#admitted.delete(connection);
  }

  /** Keeps the session alive of a person who wrote by this connection; lets go of one whose session is over: then false. */
  async used(connection: Connection): Promise<boolean> {
    const admission = this.#admitted.get(connection);
    const now = this.#store.now();
    if (!admission?.tokenHash || now - admission.keptAt < slideAfterSeconds * 1000) return true;
    if (await keepSession(this.#store, admission.tokenHash, "other")) {
      admission.keptAt = now;
      return true;
    }
    const dismissal = await this.#read(admission);
    if (dismissal) this.#letGo(connection, admission, dismissal);
    return dismissal === null;
  }

  #lookAt(nowMs: number): void {
    this.#earliest = Infinity;
    for (const [connection, { readAgainAt }] of this.#admitted) {
      if (isDue(readAgainAt, nowMs)) void this.#check(connection);
      else this.#earliest = Math.min(this.#earliest, readAgainAt);
    }
  }

  async #check(connection: Connection): Promise<void> {
    const admission = this.#admitted.get(connection);
    if (!admission) return;
    admission.readAgainAt = Infinity;
    const dismissal = await this.#read(admission).catch(() => {
      // A store that does not answer ends nobody's connection; it is asked again soon.
      this.#readAgain(admission, this.#store.now() + 1000);
      return null;
    });
    if (dismissal) this.#letGo(connection, admission, dismissal);
  }

  #letGo(connection: Connection, admission: Admission, why: Dismissal): void {
    if (this.#admitted.get(connection) === admission) this.#dismiss(connection, why);
  }

  async #read(admission: Admission): Promise<Dismissal | null> {
    const store = this.#store;
    const user = await userById(store, admission.user.id);
    if (!user) return "notSignedIn";
    // Checked first: a suspended person has lost the session as well, but did not leave by choice.
    if (!await mayChat(store, user)) return "noChatForThis";
    let expiresAt = Infinity;
    if (admission.tokenHash !== null) {
      const session = await aliveSession(store, admission.tokenHash);
      if (!session) return "notSignedIn";
      ({ expiresAt } = session);
    }
    this.#readAgain(admission, Math.min(expiresAt, this.#nextTurn()));
    return null;
  }

  /** Within the second half of a round: many that are read at once, after a restart, come in turns from then on. */
  #nextTurn(): number {
    const share = (this.#turns++ * goldenRatio) % 1;
    return this.#store.now() + roundMs * (1 - share / 2);
  }

  #readAgain(admission: Admission, at: number): void {
    admission.readAgainAt = at;
    this.#earliest = Math.min(this.#earliest, at);
  }
}
