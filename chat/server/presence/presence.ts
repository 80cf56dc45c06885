/**
 * Who is online: everybody who has a page of the site open. Each person sees the opposite gender only. Changes are told
 * at most once a second, and the whole list on request. A person who closes the last page stays shown for a moment, and
 * in a chat as long as its grace lasts.
 */
import { getLogger } from "@logtape/logtape";
import { shownKind } from "../../../kv/accounts/users.ts";
import { publishedKind } from "../../../kv/ladies/ladies.ts";
import { writeFrame } from "../../shared/frames.ts";
import type { ChatUser } from "../../shared/server_events.ts";
import type { ChatContext } from "../context.ts";
import type { Hub, Person } from "../hub.ts";
import type { OpenPages } from "./open_pages.ts";
import { withUnread } from "../people.ts";

const log = getLogger(["vesna", "chat"]);

/** What is told to all of one gender in one frame. */
interface PresenceChanges {
  gender: ChatUser["userGender"];
  users: ChatUser[];
  gone: number[];
  /** Ids of both. */
  changed: number[];
  /** The frame for most readers: those who have unread messages of none of these people, and hide none of them. */
  shared: string;
}

/** How long a person who left stays shown, so that a short break does not count as leaving; real time. */
export const usualLingerMs = 4900;

const lookAgainMs = 1000;

/** The parts that presence asks and tells about a person without a page. */
export interface PresenceListener {
  /** Whether a chat still waits for her or him: then its grace decides, and `graceOver` is called after it. */
  isInGrace: (userId: number) => boolean;
  /** She or he is not shown any more. */
  left: (userId: number) => void;
}

export class Presence {
  #context: ChatContext;
  #hub: Hub;
  #pages: OpenPages;
  #listener: PresenceListener;
  #online = new Map<number, ChatUser>();
  /** When each person who is shown is a year older, and when the first of them is; server time. */
  #olderAt = new Map<number, number>();
  #nextBirthday = Infinity;
  /** People who are shown but left, and since when (real time). */
  #leaving = new Map<number, { since: number; timer: ReturnType<typeof setTimeout> }>();
  /** Changes that were not told yet: the person, or null for one who left, with the gender. */
  #changes = new Map<number, { user: ChatUser | null; gender: ChatUser["userGender"] }>();
  #toldAt = -Infinity;
  #telling: ReturnType<typeof setTimeout> | null = null;
  #isShut = false;
  #stopsListening: (() => void)[];
  #lingerMs: number;
  #everyMs: number;

  constructor(context: ChatContext, { hub, pages }: { hub: Hub; pages: OpenPages }, listener: PresenceListener) {
    this.#context = context;
    this.#hub = hub;
    this.#pages = pages;
    this.#listener = listener;
    this.#lingerMs = context.options.lingerMs ?? usualLingerMs;
    this.#everyMs = context.options.presenceEveryMs ?? 1000;
    const { pubsub } = context.store;
    context.deadlines.onTick((nowMs) => nowMs >= this.#nextBirthday && this.#lookAtBirthdays(nowMs));
    this.#stopsListening = [
      pubsub.listenToAll(shownKind, (id) => {
        for (const userId of id === null ? [...this.#online.keys()] : [Number(id)]) this.#look(userId);
      }),
      // What was missed is reported under both kinds: everybody is looked at once.
      pubsub.listenToAll(publishedKind, (id) => id !== null && this.#look(Number(id))),
    ];
  }

  /** Whether somebody has a connection to any instance, or another page open. */
  isPresent(userId: number): boolean {
    return this.#hub.isConnected(userId) || this.#pages.has(userId);
  }

  /** Whether somebody is shown as online. */
  isOnline(userId: number): boolean {
    return this.#online.has(userId);
  }

  /** Somebody as she or he is shown online. */
  shown(userId: number): ChatUser | undefined {
    return this.#online.get(userId);
  }

  /** How many changes were not told yet, or not to everybody. */
  get untold(): number {
    return this.#changes.size + (this.#telling === null ? 0 : 1);
  }

  /**
   * Somebody has a page open now; `user` is as she or he was when that page asked. Nobody was told of a change since
   * then, so that `refresh` must follow.
   */
  appear(user: ChatUser): void {
    if (!this.stay(user.userId)) this.#show(user);
  }

  /** Keeps a person shown who is shown already; returns whether that is so. */
  stay(userId: number): boolean {
    if (!this.#online.has(userId)) return false;
    this.#stays(userId);
    return true;
  }

  #show(user: ChatUser): void {
    const known = this.#online.get(user.userId);
    if (known && JSON.stringify(known) === JSON.stringify(user)) return;
    this.#online.set(user.userId, user);
    if (user.userGender === "girl") this.#context.store.ladies.setOnline(user.userId, true);
    this.#change(user.userId, user, user.userGender);
  }

  /**
   * Shows a person who is present, or is shown already, as she or he is now. One who is about to leave leaves all the
   * same; one whom nobody may see any more leaves at once.
   */
  async refresh(userId: number): Promise<void> {
    // One after another, so that an older reading never ends last.
    await this.#context.store.mutexes.run(`presence:${userId}`, async () => {
      if (!this.#mayShow(userId)) return;
      const found = await this.#context.people.findAged(userId);
      if (!found) return this.#leave(userId);
      if (!this.#mayShow(userId)) return;
      this.#show(found.told);
      this.#olderAt.set(userId, found.olderAt);
      this.#nextBirthday = Math.min(this.#nextBirthday, found.olderAt);
    });
  }

  #lookAtBirthdays(nowMs: number): void {
    this.#nextBirthday = Infinity;
    for (const [userId, at] of this.#olderAt) {
      if (at <= nowMs) this.#look(userId);
      else this.#nextBirthday = Math.min(this.#nextBirthday, at);
    }
  }

  #mayShow(userId: number): boolean {
    return !this.#isShut && (this.#online.has(userId) || this.isPresent(userId));
  }

  /** A store that does not answer is asked again: whom or what nobody may see any more must not stay shown. */
  #look(userId: number, isAgain = false): void {
    this.refresh(userId).catch((error) => {
      if (!isAgain) log.error("who may be seen is not known: {error}", { error });
      const { deadlines, store } = this.#context;
      deadlines.at(store.now() + lookAgainMs, () => this.#look(userId, true));
    });
  }

  /** Somebody's last connection or page is gone; unless one comes back soon, she or he has left. */
  leaveSoon(userId: number): void {
    if (this.#isShut || !this.#online.has(userId)) return;
    this.#stays(userId);
    const timer = setTimeout(() => this.#waitedEnough(userId), this.#lingerMs);
    this.#leaving.set(userId, { since: performance.now(), timer });
  }

  #stays(userId: number): void {
    clearTimeout(this.#leaving.get(userId)?.timer);
    this.#leaving.delete(userId);
  }

  #waitedEnough(userId: number): void {
    this.#stays(userId);
    // In a chat the grace decides, which calls `graceOver` when it ends.
    if (!this.isPresent(userId) && !this.#listener.isInGrace(userId)) this.#leave(userId);
  }

  /**
   * The grace of a chat is over, or another instance has waited: a person who is gone has left, unless she or he went
   * only a moment ago.
   */
  graceOver(userId: number): void {
    if (!this.#leaving.has(userId)) this.#waitedEnough(userId);
  }

  #leave(userId: number): void {
    this.#stays(userId);
    const user = this.#online.get(userId);
    if (!user) return;
    this.#online.delete(userId);
    this.#olderAt.delete(userId);
    if (user.userGender === "girl") this.#context.store.ladies.setOnline(userId, false);
    this.#change(userId, null, user.userGender);
    this.#listener.left(userId);
  }

  /** Everybody whom a person may see, with unread messages. */
  listFor(person: Person): ChatUser[] {
    const users: ChatUser[] = [];
    for (const user of this.#online.values()) {
      if (user.userGender === person.gender || person.blockedIds.has(user.userId)) continue;
      users.push(withUnread(user, person.userId, person.unread.get(user.userId) ?? 0));
    }
    return users;
  }

  /** One person as another sees her or him now; undefined if hidden or not online. */
  oneFor(person: Person, userId: number): ChatUser | undefined {
    const user = person.blockedIds.has(userId) ? undefined : this.#online.get(userId);
    return user && withUnread(user, person.userId, person.unread.get(userId) ?? 0);
  }

  shut(): void {
    this.#isShut = true;
    for (const stop of this.#stopsListening) stop();
    if (this.#telling !== null) clearTimeout(this.#telling);
    for (const { timer } of this.#leaving.values()) clearTimeout(timer);
    this.#leaving.clear();
    for (const user of this.#online.values()) {
      if (user.userGender === "girl") this.#context.store.ladies.setOnline(user.userId, false);
    }
    this.#online.clear();
  }

  #change(userId: number, user: ChatUser | null, gender: ChatUser["userGender"]): void {
    this.#changes.set(userId, { user, gender });
    this.#tellSoon();
  }

  #tellSoon(): void {
    if (this.#telling !== null || this.#isShut || this.#changes.size === 0) return;
    const waitMs = Math.max(0, this.#toldAt + this.#everyMs - performance.now());
    this.#telling = setTimeout(() => this.#tell(), waitMs);
  }

  #tell(): void {
    this.#toldAt = performance.now();
    // People whose time would be over before the next frame leave with this one, and so within five seconds.
    for (const [userId, { since }] of [...this.#leaving]) {
      if (this.#toldAt - since > this.#lingerMs - this.#everyMs) this.#waitedEnough(userId);
    }
    this.#goOn([this.#newsFor("man"), this.#newsFor("girl")].filter((news) => news !== null), this.#hub.all());
  }

  /** Tells some of the readers, then lets others work: telling thousands at once would keep every message waiting. */
  #goOn(news: PresenceChanges[], readers: Iterator<Person>): void {
    for (let told = 0; told < readersAtOnce; told++) {
      const { value: person, done } = readers.next();
      if (done) {
        this.#telling = null;
        return this.#tellSoon();
      }
      const those = news.find(({ gender }) => gender === person.gender);
      if (those) this.#tellOne(person, those);
    }
    this.#telling = setTimeout(() => this.#goOn(news, readers), 0);
  }

  #tellOne(person: Person, { users, gone, changed, shared }: PresenceChanges): void {
    const hasUnread = person.unread.size > 0 && users.some(({ userId }) => (person.unread.get(userId) ?? 0) > 0);
    const hides = person.blockedIds.size > 0 && changed.some((userId) => person.blockedIds.has(userId));
    const text = hasUnread || hides
      ? writeFrame("update-user-list", {
        users: users.filter(({ userId }) => !person.blockedIds.has(userId))
          .map((user) => withUnread(user, person.userId, person.unread.get(user.userId) ?? 0)),
        gone: gone.filter((userId) => !person.blockedIds.has(userId)),
      })
      : shared;
    for (const tab of [...person.tabs]) tab.sendText(text);
  }

  /** What the people of one gender hear: everybody who left, and as many of the others as one frame may hold. */
  #newsFor(gender: ChatUser["userGender"]): PresenceChanges | null {
    const users: ChatUser[] = [];
    const gone: number[] = [];
    for (const [userId, { user, gender: theirs }] of this.#changes) {
      if (theirs === gender || (user && users.length === usersOfFrameMax)) continue;
      if (user) users.push(user);
      else gone.push(userId);
      this.#changes.delete(userId);
    }
    if (users.length + gone.length === 0) return null;
    // Most readers have nothing unread of anybody in it: they share the same text.
    const shared = writeFrame("update-user-list", { users, gone });
    return { gender, users, gone, changed: [...gone, ...users.map(({ userId }) => userId)], shared };
  }
}

/**
 * A connection keeps as much memory as the largest frame that ever went over it. After a rush of arrivals every
 * connection would hold all of them, so people who do not fit are told of a second later.
 */
const usersOfFrameMax = 18;
/** Readers that are told in one go. */
const readersAtOnce = 25;
