/** The people who use the four processes, and how they ask them. */
import { startSession } from "../../kv/accounts/signing_in/sessions.ts";
import type { User } from "../../kv/accounts/users.ts";
import type { Store } from "../../kv/open.ts";
import { createDaria, createJames, createOlena, createWei } from "../../kv/testing/store.ts";
import { TestClient } from "../../chat/server/testing/server.ts";
import type { Site } from "./site.ts";

export interface Person {
  user: User;
  token: string;
  /** A network of the person's own: the limits of one person are not the subject of another's scene. */
  address: string;
}

export type People = Record<"james" | "wei" | "olena" | "daria", Person>;

/** Adds the people: James is rich; Wei has 200 credits. */
export async function invite(store: Store): Promise<People> {
  const users = [await createJames(store, 100_000), await createWei(store), await createOlena(store)];
  const made = await Promise.all([...users, await createDaria(store)].map(async (user, at) => {
    const { token } = await startSession(store, user.id, true);
    return { user, token, address: `10.0.${at}.1` };
  }));
  return { james: made[0]!, wei: made[1]!, olena: made[2]!, daria: made[3]! };
}

export interface Answer {
  status: number;
  // deno-lint-ignore no-explicit-any
  json: any;
}

export interface Question {
  method?: string;
  json?: unknown;
  form?: FormData;
  /** Idempotency-Key. */
  key?: string;
  /** How long to wait for an answer; for ever unless given. */
  patienceMs?: number;
}

/** What one process answers; throws if the connection breaks, or nothing comes. */
export async function ask(site: Site, who: Person | null, path: string, asked: Question = {}): Promise<Answer> {
  const { method = asked.json || asked.form ? "POST" : "GET", json, form, key, patienceMs } = asked;
  const response = await fetch(site.origin + path, {
    method,
    headers: {
      ...headersOf(who),
      ...(json !== undefined && { "content-type": "application/json" }),
      ...(key && { "idempotency-key": key }),
    },
    body: form ?? (json === undefined ? undefined : JSON.stringify(json)),
    redirect: "manual",
    signal: patienceMs === undefined ? undefined : AbortSignal.timeout(patienceMs),
  });
  const text = await response.text();
  return { status: response.status, json: text.startsWith("{") ? JSON.parse(text) : text };
}

const headersOf = (who: Person | null): Record<string, string> => ({
  "accept-language": "en",
  "x-forwarded-for": who?.address ?? "10.9.9.9",
  ...(who && { authorization: `Bearer ${who.token}` }),
});

/** Opens a person's tab in the chat of one process; resolves when it is greeted. `made` is handed the tab before. */
export async function join(site: Site, who: Person, made: (tab: TestClient) => void = () => {}): Promise<TestClient> {
  const client = new TestClient(`${site.origin.replace("http", "ws")}/chat/socket`, headersOf(who));
  made(client);
  await client.next("conn-good");
  return client;
}

/** A person's page that stays open and is told of events. */
export class OpenPage implements AsyncDisposable {
  /** The last data of each event. */
  // deno-lint-ignore no-explicit-any
  last: Record<string, any> = {};
  hasEnded = false;
  #reader: ReadableStreamDefaultReader<Uint8Array>;
  #read: Promise<void>;

  private constructor(body: NonNullable<Response["body"]>) {
    this.#reader = body.getReader();
    this.#read = this.#readOn().catch(() => {}).finally(() => this.hasEnded = true);
  }

  static async open(site: Site, who: Person): Promise<OpenPage> {
    const response = await fetch(`${site.origin}/api/events`, { headers: headersOf(who) });
    if (response.status !== 200) throw new Error(`no events: ${response.status}`);
    return new OpenPage(response.body!);
  }

  async #readOn(): Promise<void> {
    const decoder = new TextDecoder();
    for (let text = "";;) {
      const { value, done } = await this.#reader.read();
      if (done) return;
      const frames = (text + decoder.decode(value, { stream: true })).split("\n\n");
      text = frames.pop()!;
      for (const frame of frames) {
        const [, event, data] = /^event: (.+)\ndata: (.+)$/m.exec(frame) ?? [];
        if (event) this.last[event] = JSON.parse(data!);
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#reader.cancel().catch(() => {});
    await this.#read;
  }
}
