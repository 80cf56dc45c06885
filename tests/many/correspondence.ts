/**
 * James and Olena write to each other by whichever process is up, all through a scene: a letter that is not answered is sent
 * again under its key, by another process, until it is acknowledged.
 */
import { patience } from "../patience.ts";
import { ask, type Person } from "./people.ts";
import type { Site } from "./site.ts";
import { pause, type Stage } from "./stage.ts";

const restMs = 150;
/** How long to wait for an answer before asking another process. */
const patienceMs = patience(15);
/** The statuses of a store that is away, or of a process that starts or ends. */
const passing = [502, 503];

export class Correspondence {
  /** Answers that nobody should have got, as sentences. */
  readonly faults: string[] = [];
  /** How many letters were acknowledged. */
  written = 0;
  #stage: Stage;
  #isOver = false;
  #writers: Promise<void>[];

  constructor(stage: Stage, name: string) {
    this.#stage = stage;
    const { james, olena } = stage.people;
    this.#writers = [this.#write(james, olena, name), this.#write(olena, james, name)];
  }

  /** Resolves when the last letters are acknowledged; throws if somebody got an answer that nobody should get. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#writers);
    if (this.faults.length > 0) throw new Error(this.faults.join("\n"));
  }

  async #write(author: Person, recipient: Person, name: string): Promise<void> {
    for (let number = 1; !this.#isOver; number++) {
      const body = `${name}, letter ${number} of ${author.user.firstname}`;
      const wish = { json: { recipientId: recipient.user.id, body }, key: `${name}-${author.user.id}-${number}` };
      for (let tries = number; !await this.#send(this.#site(tries), author, wish); tries++) await pause(restMs);
      await pause(restMs);
    }
  }

  #site(at: number): Site | null {
    const up = this.#stage.sites.filter((site) => site.isUp);
    return up[at % up.length] ?? null;
  }

  /** Sends a letter; returns whether nothing is left to do for it. */
  async #send(site: Site | null, author: Person, wish: { json: { body: string }; key: string }): Promise<boolean> {
    if (!site) return false;
    const answer = await ask(site, author, "/api/mail", { ...wish, patienceMs }).catch(() => null);
    if (!answer || passing.includes(answer.status)) return false;
    if (answer.status !== 200) this.faults.push(`${wish.json.body}: ${answer.status} ${JSON.stringify(answer.json)}`);
    else {
      this.#stage.acknowledged.letter(answer.json.letter.id, author.user.id, wish.json.body);
      this.written++;
    }
    return true;
  }
}
