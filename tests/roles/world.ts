/** A site with everything switched on, one person of each role, and a fresh session for each request. */
import { startSession } from "../../kv/accounts/signing_in/sessions.ts";
import type { GroupId, User } from "../../kv/accounts/users.ts";
import { createApp } from "../../routes/app.tsx";
import type { Visitor } from "../../routes/http/access.ts";
import type { Dependencies } from "../../routes/http/env.ts";
import { Running } from "../../routes/http/running.ts";
import { shutChat } from "../../routes/live/chat_socket.ts";
import { testApp, type TestSite, type TestSiteOptions } from "../../routes/testing/site.ts";
import { readConfig } from "../../services/config.ts";

export const visitors: readonly Visitor[] = ["guest", 1, 2, 3, 4, 5];

export const roleNames: Record<Visitor, string> = {
  guest: "guest",
  1: "man",
  2: "lady",
  3: "admin",
  4: "agency",
  5: "translator",
};

/** The key of what nobody may use from outside; no test sends it. */
const operatorKey = "a key that no visitor knows";

export interface RoleWorld extends AsyncDisposable {
  site: TestSite;
  deps: Dependencies;
  app: ReturnType<typeof createApp>;
  /** Who asks, by role. */
  people: Record<GroupId, User>;
  /** The people whom addresses and bodies name: never the one who asks. */
  olena: User;
  james: User;
  /** The token of a fresh session; null for guests. */
  token: (visitor: Visitor) => Promise<string | null>;
  /** Asks as a visitor with a fresh session, from a page of ours. */
  ask: (visitor: Visitor, method: string, path: string, body?: BodyInit, type?: string) => Promise<Response>;
}

/** Who asks, and whom the addresses and bodies name. */
type Cast = Pick<RoleWorld, "people" | "olena" | "james">;

export interface RoleWorldOptions extends Pick<TestSiteOptions, "seenAs"> {
  /** Who is there; without it one new person of each role. */
  cast?: (site: TestSite) => Promise<Cast>;
}

export async function roleWorld({ seenAs, cast = newcomers }: RoleWorldOptions = {}): Promise<RoleWorld> {
  const { config } = readConfig("demo", () => undefined);
  // Keys of the shape that a browser reads; nothing is ever sent with them.
  const vapid = { publicKey: `B${"A".repeat(86)}`, privateKey: "A".repeat(43), subject: "mailto:house@demo.test" };
  const seller = { name: "Vesna Ltd", addressLines: ["4 Linden Row"], vatId: null, register: null };
  const selling = { seller, unsaid: [] };
  const site = await testApp({ config: { ...config, vapid, selling }, seenAs });
  const deps: Dependencies = { ...site.deps, running: new Running(site.deps.store), operatorKey };
  const app = createApp(deps);
  const { people, olena, james } = await cast(site);
  const token = async (visitor: Visitor) =>
    visitor === "guest" ? null : (await startSession(site.store, people[visitor].id, false)).token;
  return {
    site,
    deps,
    app,
    people,
    olena,
    james,
    token,
    async ask(visitor, method, path, body, type) {
      const headers = new Headers({ host: "localhost:8000", origin: "http://localhost:8000" });
      const session = await token(visitor);
      if (session && visitor !== "guest") headers.set("cookie", `slsid=${session}; uid=${people[visitor].id}`);
      if (type) headers.set("content-type", type);
      const request = new Request(`http://localhost:8000${path}`, { method, headers, body, redirect: "manual" });
      return await app.fetch(request, { remoteAddr: { hostname: "192.0.2.1" } } as never);
    },
    async [Symbol.asyncDispose]() {
      await shutChat(deps);
      await site.close();
    },
  };
}

const newcomers = async (site: TestSite): Promise<Cast> => ({
  people: {
    1: await site.addMan({ firstname: "Wei", credits: 500 }),
    2: await site.addLady({ firstname: "Daria" }),
    3: await site.addPerson({ groupId: 3, firstname: "Ada" }),
    4: await site.addPerson({ groupId: 4, firstname: "Agata" }),
    5: await site.addPerson({ groupId: 5, firstname: "Nadia" }),
  },
  olena: await site.addLady({ firstname: "Olena" }),
  james: await site.addMan({ firstname: "James", credits: 500 }),
});

/** An address with each of its parameters filled in: with a number wherever one fits. */
export function fillPath(path: string, id: number): string {
  return path.replaceAll(/:(\w+)(?:\{((?:[^{}]|\{[^{}]*\})+)\})?/g, (_whole, name: string, pattern?: string) => {
    const known: Record<string, string> = {
      locale: "en",
      email: "x@demo.test",
      year: "2026",
      month: "3",
      verdict: "approve",
    };
    const tries = [known[name], String(id), "7", "x", "All"].filter((each) => each !== undefined);
    return tries.find((each) => !pattern || new RegExp(`^(?:${pattern})$`).test(each)) ?? "x";
  }).replace(/\*$/, `x-${id}`);
}
