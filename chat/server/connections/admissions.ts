/**
 * Who may stay connected. A person whose session ends (by sign-out, a new password or its time) and a lady who is no
 * longer published are let go at once. Writing keeps a session alive, as a visited page does.
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
  /** As far as this instance knows; another one may have prolonged the session. */
  expiresAt: number;
  keptAt: number;
}

const kindOf = (topic: string): string => topic.slice(0, topic.indexOf(":"));
const sessionKind = kindOf(sessionTopic(""));

export class Admissions {
  #store: Store;
  #dismiss: (connection: Connection, why: Dismissal) => void;
  #admitted = new Map<Connection, Admission>();
  #stops: (() => void)[];
  /** Before this moment of server time no session ends by itself. */
  #earliest = Infinity;

  constructor({ store, deadlines }: ChatContext, dismiss: (connection: Connection, why: Dismissal) => void) {
    this.#store = store;
    this.#dismiss = dismiss;
    deadlines.onTick((nowMs) => {
      if (nowMs >= this.#earliest) this.#lookAt(nowMs);
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
    const admission = { user, tokenHash, expiresAt: Infinity, keptAt: this.#store.now() };
    // Noted before the store is read, so that changes in between are heard.
    this.#admitted.set(connection, admission);
    const dismissal = await this.#read(admission);
    if (dismissal || connection.isClosed) this.forget(connection);
    return dismissal;
  }

  forget(connection: Connection): void {
    this.#admitted.delete(connection);
  }

  /** Keeps the session alive of a person who wrote by this connection. */
  async used(connection: Connection): Promise<void> {
    const admission = this.#admitted.get(connection);
    const now = this.#store.now();
    if (!admission?.tokenHash || now - admission.keptAt < slideAfterSeconds * 1000) return;
    admission.keptAt = now;
    await keepSession(this.#store, admission.tokenHash, "other");
  }

  #lookAt(nowMs: number): void {
    this.#earliest = Infinity;
    for (const [connection, { expiresAt }] of this.#admitted) {
      if (nowMs >= expiresAt) void this.#check(connection);
      else this.#earliest = Math.min(this.#earliest, expiresAt);
    }
  }

  async #check(connection: Connection): Promise<void> {
    const admission = this.#admitted.get(connection);
    if (!admission) return;
    const dismissal = await this.#read(admission).catch(() => {
      // A store that does not answer ends nobody's connection; it is asked again soon.
      this.#expect(admission, this.#store.now() + 1000);
      return null;
    });
    if (dismissal && this.#admitted.get(connection) === admission) this.#dismiss(connection, dismissal);
  }

  async #read(admission: Admission): Promise<Dismissal | null> {
    const store = this.#store;
    const user = await userById(store, admission.user.id);
    if (!user) return "notSignedIn";
    // Checked first: a suspended person has lost the session as well, but did not leave by choice.
    if (!await mayChat(store, user)) return "noChatForThis";
    if (admission.tokenHash !== null) {
      const session = await aliveSession(store, admission.tokenHash);
      if (!session) return "notSignedIn";
      this.#expect(admission, session.expiresAt);
    }
    return null;
  }

  #expect(admission: Admission, expiresAt: number): void {
    admission.expiresAt = expiresAt;
    this.#earliest = Math.min(this.#earliest, expiresAt);
  }
}
