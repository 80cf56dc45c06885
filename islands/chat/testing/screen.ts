/** For tests: a person's chat screen over a real socket to the real server, and a connection that can be cut. */
import type { world } from "../../../chat/server/testing/world.ts";
import { startSession } from "../../../kv/accounts/signing_in/sessions.ts";
import type { User } from "../../../kv/accounts/users.ts";
import { balanceOf } from "../../../kv/credits/ledger/ledger.ts";
import { until as come } from "../../../tests/patience.ts";
import { Control, type Surroundings } from "../control.ts";
import type { ChatState } from "../types.ts";

export type World = Awaited<ReturnType<typeof world>>;

/** Stands between a screen and the server; `cut` breaks all connections through it without a goodbye. */
export class Cable implements AsyncDisposable {
  #listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  #lines = new Set<Deno.TcpConn>();
  #work: Promise<unknown>[] = [];
  isCut = false;
  readonly url: string;

  constructor(to: string) {
    const { port } = new URL(to);
    this.url = `ws://127.0.0.1:${this.#listener.addr.port}/`;
    this.#work.push(this.#serve(Number(port)));
  }

  async #serve(port: number): Promise<void> {
    for await (const line of this.#listener) {
      if (this.isCut) {
        line.close();
        continue;
      }
      const server = await Deno.connect({ hostname: "127.0.0.1", port });
      this.#lines.add(line).add(server);
      const pipe = (from: Deno.TcpConn, to: Deno.TcpConn) => from.readable.pipeTo(to.writable).catch(() => {});
      this.#work.push(pipe(line, server), pipe(server, line));
    }
  }

  cut(): void {
    this.isCut = true;
    for (const line of this.#lines) {
      try {
        line.close();
      } catch {
        // It has ended already.
      }
    }
    this.#lines.clear();
  }

  mend(): void {
    this.isCut = false;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut();
    this.#listener.close();
    await Promise.allSettled(this.#work);
  }
}

export interface Screen extends AsyncDisposable {
  control: Control;
  sounds: string[];
  until: (is: (state: ChatState) => boolean, what: string) => Promise<void>;
}

/** `unsent` is where the screen before left what it had not sent, if one was open. */
export async function screenOf(
  w: World,
  user: User,
  cable?: Cable,
  unsent?: NonNullable<Surroundings["unsent"]>,
): Promise<Screen> {
  const { token } = await startSession(w.store, user.id, false);
  const sounds: string[] = [];
  const isMan = user.groupId === 1;
  const me = {
    id: user.id,
    name: user.firstname,
    locale: user.locale,
    gender: isMan ? "man" as const : "girl" as const,
    allowChat: true,
    allowVideoChat: true,
    relayOnly: false,
    translatesMessages: true,
    reads: ["en"],
    into: "en",
    hasTranslator: true,
    balanceCredits: isMan ? await balanceOf(w.store, user.id) : null,
  };
  const url = `${cable?.url ?? w.instance.url}?token=${token}`;
  const around = { now: w.store.now, url, sound: (kind: string) => sounds.push(kind), ...(unsent ? { unsent } : {}) };
  const control = new Control(me, around, () => {});
  control.open();
  const until: Screen["until"] = async (is, what) => {
    await come(() => is(control.state), what);
  };
  await until(({ link, online }) => link === "open" && online !== null, "the connection");
  const close = async () => {
    control.close();
    await new Promise((resolve) => setTimeout(resolve, 50));
  };
  return { control, sounds, until, [Symbol.asyncDispose]: close };
}
