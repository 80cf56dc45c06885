/** Asks for every page and call as everybody, in the demo's world, and counts the rounds of each. */
import { seedDemoWorld } from "../../demo/world.ts";
import { endOtherSessions } from "../../kv/accounts/signing_in/sessions.ts";
import { type User, userByEmail } from "../../kv/accounts/users.ts";
import { ladyById } from "../../kv/ladies/ladies.ts";
import { lettersOfThread } from "../../kv/letters/boxes/threads.ts";
import type { Store } from "../../kv/open.ts";
import { addAuditCheckpoint } from "../../kv/records/audit_checkpoints.ts";
import { keepPastDays } from "../../kv/records/figures.ts";
import { type CountingStore, countingStore, type RoundCount } from "../../kv/testing/counting_store.ts";
import { calls } from "../../routes/api/index.ts";
import { type Access, isAdmitted, type Visitor } from "../../routes/http/access.ts";
import { openChat } from "../../routes/live/chat_socket.ts";
import { girlPath } from "../../routes/ladies/girl_paths.ts";
import { pagesOf } from "../../routes/pages/index.ts";
import { fillPath, type RoleWorld, roleWorld, visitors } from "../roles/world.ts";

export interface Walk {
  /** The most rounds that anybody needs, by method and route. */
  rounds: Map<string, RoundCount>;
  /** Answers of which the rounds do not count: "GET /x: 500". */
  broken: string[];
}

const person = async (store: Store, key: string): Promise<User> => {
  const user = await userByEmail(store, `${key}@demo.test`);
  if (!user) throw new Error(`the demo has no ${key}`);
  return user;
};

/** The demo's people; James and Olena, who correspond, ask for each other's pages. */
async function demoCast(store: Store) {
  await seedDemoWorld(store);
  const [james, olena, translator, admin, agency] = await Promise.all(
    ["james", "olena", "translator", "admin", "agency"].map((key) => person(store, key)),
  );
  return {
    people: { 1: james!, 2: olena!, 3: admin!, 4: agency!, 5: translator! },
    olena: olena!,
    james: james!,
  };
}

export async function walk(): Promise<Walk> {
  let counting: CountingStore | null = null;
  await using world = await roleWorld({
    seenAs: (store) => (counting = countingStore(store)).store,
    cast: (site) => demoCast(site.store),
  });
  const { james, olena } = world;
  const { letters } = await lettersOfThread(world.site.store, james.id, olena.id, { page: 1, limit: 1 });
  const letterId = letters[0]!.id;
  const profile = girlPath((await ladyById(world.site.store, olena.id))!, world.site.now());
  const walked: Walk = { rounds: new Map(), broken: [] };
  // Done before, as in a site that serves: nobody waits for what happens once at its start.
  await openChat(world.deps);
  await keepPastDays(world.site.store);

  async function ask({ visitor, access, method, route, sent }: Asked) {
    const partnerId = visitor === 2 ? james.id : olena.id;
    const known = route.replaceAll(":letterId", String(letterId)).replace("/mail/:id", `/mail/${letterId}`);
    const path = route === "/girl/*" ? profile : fillPath(known, partnerId);
    const address = route.startsWith("/api/") ? path : `/en${path}`;
    const needed = await counting!.count(async () => {
      const answer = await world.ask(visitor, method, address, sent?.body, sent?.type);
      if (answer.status >= 500) walked.broken.push(`${method} ${address}: ${answer.status}`);
      await answer.body?.cancel();
    });
    // Whoever was let in is counted apart from those who were not.
    const name = isAdmitted(access, visitor) ? `${method} ${route}` : `${method} by who may not`;
    const most = walked.rounds.get(name) ?? { reads: 0, writes: 0 };
    walked.rounds.set(name, {
      reads: Math.max(most.reads, needed.reads),
      writes: Math.max(most.writes, needed.writes),
    });
    // Sessions and records of refusals must not pile up, so that no row depends on those above it.
    await addAuditCheckpoint(world.site.store);
    if (visitor !== "guest") await endOtherSessions(world.site.store, world.people[visitor].id, null);
  }

  await everywhere(world, ask);
  // Nobody has visited her: she finds men who joined lately.
  const nadia = await world.site.visitorAs(await world.site.addLady({ firstname: "Nadia" }));
  for (const route of ["/", "/lady/mail/inbox"]) {
    const needed = await counting!.count(async () => void (await (await nadia.get(`/en${route}`)).body?.cancel()));
    walked.rounds.set(`GET ${route} by whom nobody has visited`, needed);
  }
  return walked;
}

interface Asked {
  visitor: Visitor;
  access: Access;
  method: string;
  route: string;
  sent?: { type: string; body: string };
}

type Ask = (asked: Asked) => Promise<void>;

async function everywhere(world: RoleWorld, ask: Ask): Promise<void> {
  const form = { type: "application/x-www-form-urlencoded", body: "" };
  for (const { paths, access, post, postAccess = access } of pagesOf(world.deps)) {
    for (const route of paths) {
      for (const visitor of visitors) await ask({ visitor, access, method: "GET", route });
      if (!post) continue;
      for (const visitor of visitors) {
        await ask({ visitor, access: postAccess, method: "POST", route, sent: form });
      }
    }
  }
  for (const { method, path, access } of calls) {
    const sent = method === "get" ? undefined : { type: "application/json", body: "{}" };
    for (const visitor of visitors) {
      await ask({ visitor, access, method: method.toUpperCase(), route: `/api${path}`, sent });
    }
  }
  for (const [visitor, partner] of [[1, world.olena], [2, world.james]] as const) {
    const body = JSON.stringify({ recipientId: partner.id, body: "Good evening to you" });
    const sent = { type: "application/json", body };
    await ask({ visitor, access: "correspondents", method: "POST", route: "/api/mail", sent });
  }
}
