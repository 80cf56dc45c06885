/** The people of the chat: what they do by themselves, and how they answer each other. */
import { between, pick } from "../world/pick.ts";
import type { World } from "../world/world.ts";
import { Person, type React } from "./person.ts";

/** What browsers would offer and answer, without anything that shows an address. */
const offer = { type: "offer", sdp: "v=0 offer" };
const answer = { type: "answer", sdp: "v=0 answer" };

export class People {
  readonly all: Person[];
  #world: World;
  /** Whether nobody begins anything any more. */
  #isQuiet = false;
  /** How many minutes of each chat are paid, as last told. */
  #minutes = new Map<string, number>();
  /** Whether each minute is paid when it is asked for: a person who is asked again decides the same. */
  #pays = new Map<string, boolean>();

  constructor(world: World) {
    this.#world = world;
    const react: React = (person, frame) => this.#react(person, frame);
    this.all = [
      ...world.menIds.map((userId) => new Person(world, userId, true, react)),
      ...world.ladiesIds.map((userId) => new Person(world, userId, false, react)),
    ];
    for (const person of this.all) person.join();
    world.onDeath((instance) => this.all.forEach((person) => person.instanceDied(instance)));
  }

  /** Somebody does something at random. */
  act(number: number): void {
    const { random } = this.#world.time;
    const person = pick(random, this.all)!;
    const dice = random();
    if (dice < 0.01) return person.drop();
    const { chat } = person;
    if (!chat) return void person.say("text-request", { to: pick(random, person.partnerIds)! });
    if (dice < 0.7) person.write(chat.partnerId, `message ${number}`, `message-${number}`);
    else if (dice < 0.76) person.say("video-request", { to: chat.partnerId, offer });
    else if (dice < 0.8) person.say("video-end", { chatID: chat.id });
    else if (dice < 0.82) person.say("video-lost", { chatID: chat.id });
    else if (dice < 0.86) person.say("video-connected", { chatID: chat.id });
    else if (dice < 0.98) person.say("setAllUnreadMsgToViewed", { from: chat.partnerId });
    else person.say("stop-text-chat", { targetId: chat.partnerId });
  }

  /** Everybody ends the chat that goes on. */
  stop(): void {
    this.#isQuiet = true;
    for (const person of this.all) {
      if (person.chat) person.say("stop-text-chat", { targetId: person.chat.partnerId });
    }
  }

  /** Everybody reads all conversations. */
  readAll(): void {
    for (const person of this.all) for (const partnerId of person.partnerIds) person.sync(partnerId);
  }

  #react(person: Person, { event, data }: Parameters<React>[1]): void {
    const { random } = this.#world.time;
    if (this.#isQuiet) return this.#reactQuietly(person, event);
    switch (event) {
      case "text-request": {
        const ev = random() < 0.85 ? "accept" : "decline";
        return this.#soon(2500, () => person.say("text-request-answer", { to: data.from.userId, ev }));
      }
      case "text-request-answer":
        if (!data.status || !data.answer) return;
        return this.#soon(1500, () =>
          this.#twice(() => {
            person.say("do-start-chat-session", { targetID: data.answer!.userId });
          }));
      case "chat-session-create":
        if (data.id && person.isMan) this.#reserve(person, data.id, 1500);
        return;
      case "chat-meter":
        this.#minutes.set(data.id, data.minutes);
        return;
      case "check-for-reserve-time": {
        const minute = `${data.chatId}:${this.#minutes.get(data.chatId) ?? 0}`;
        if (!this.#pays.has(minute)) this.#pays.set(minute, random() < 0.75);
        if (this.#pays.get(minute)) this.#reserve(person, data.chatId, 9000);
        return;
      }
      case "video-request":
        if (random() < 0.15) {
          return this.#soon(2000, () => person.say("video-request-decline", { to: data.from.userId }));
        }
        return this.#soon(4000, () => person.say("video-request-accept", { to: data.from.userId, answer }));
      case "chat-open":
        if (data.video && !data.running && random() < 0.9) {
          this.#soon(8000, () => person.say("video-connected", { chatID: data.id }));
        }
    }
  }

  #reactQuietly(person: Person, event: string): void {
    if (event !== "chat-open" || !person.chat) return;
    person.say("stop-text-chat", { targetId: person.chat.partnerId });
  }

  #reserve(person: Person, chatID: string, withinMs: number): void {
    this.#soon(withinMs, () => this.#twice(() => person.say("do-reserve-chat-time", { chatID, minutes: 1 })));
  }

  #twice(say: () => void): void {
    say();
    if (this.#world.time.random() < 0.15) say();
  }

  #soon(withinMs: number, act: () => void): void {
    const { time, outside } = this.#world;
    time.after(between(time.random, 50, withinMs), outside, "answers", act);
  }
}
