/** Whatever pages and connections two ladies open and close, all parts of the site agree on who is online. */
import { expect } from "expect";
import fc from "fast-check";
import { TestClient } from "../../chat/server/testing/server.ts";
import { startSession } from "../../kv/accounts/signing_in/sessions.ts";
import type { User } from "../../kv/accounts/users.ts";
import { serveForTest } from "../../services/http/testing/server.ts";
import { until } from "../../tests/patience.ts";
import { testApp } from "../testing/site.ts";
import { shutChat } from "./chat_socket.ts";

/** A lady opens or closes a page: one of the chat, or another. */
interface Step {
  lady: 0 | 1;
  place: "chat" | "page";
  /** Closes the page that she opened last, if there is one; opens another page otherwise. */
  closes: boolean;
}

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    lady: fc.constantFrom(0 as const, 1 as const),
    place: fc.constantFrom("chat" as const, "page" as const),
    closes: fc.boolean(),
  }),
  { minLength: 4, maxLength: 14, size: "max" },
);

Deno.test("the list, the profile, the search, the chat and the API agree on who is online, whatever was opened and closed", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (steps) => {
      await using world = await served();
      const { ladies, james } = world;
      for (const step of steps) {
        const lady = ladies[step.lady];
        const open = lady.open[step.place];
        const last = step.closes ? open.pop() : undefined;
        if (last) await last();
        else open.push(await (step.place === "chat" ? world.openChat(lady.user) : world.openPage(lady.user)));
        const expected = ladies.filter(isPresent).map(({ user }) => user.id);
        // Leaving takes a moment until the chat's list shows it; all other places are right at once.
        await until(() => `${james.online()}` === `${expected}`, `the chat's list of ${expected}`);
        expect(await world.views()).toEqual({ search: expected, profiles: expected, pages: expected });
      }
      // A kept page may be a second old.
      const expected = ladies.filter(isPresent).map(({ user }) => user.id);
      await until(async () => `${await world.list()}` === `${expected}`, `the page of ${expected}`);
    }),
    { numRuns: 8 },
  );
});

const isPresent = ({ open: { chat, page } }: { open: Record<Step["place"], unknown[]> }): boolean =>
  chat.length + page.length > 0;

async function served() {
  const site = await testApp();
  site.deps.chatOptions = { lingerMs: 20, presenceEveryMs: 5 };
  const server = await serveForTest((request, caller) => site.app.fetch(request, caller));
  const host = `127.0.0.1:${server.addr.port}`;
  const tokenOf = async (user: User) => (await startSession(site.store, user.id, false)).token;
  const clients: TestClient[] = [];
  const openChat = async (user: User) => {
    const client = new TestClient(`ws://${host}/chat/socket?access_token=${await tokenOf(user)}`);
    clients.push(client);
    await client.next("conn-good");
    return () => client.leave();
  };
  const openPage = async (user: User) => {
    const answer = await fetch(`http://${host}/api/events`, {
      headers: { authorization: `Bearer ${await tokenOf(user)}` },
    });
    const reader = answer.body!.getReader();
    await reader.read();
    ends.push(() => reader.cancel().catch(() => {}));
    return () => reader.cancel();
  };
  const ends: (() => Promise<void>)[] = [];

  const ladies = await Promise.all(["Olena", "Daria"].map(async (firstname) => ({
    user: await site.addLady({ firstname }),
    open: { chat: [] as (() => Promise<void>)[], page: [] as (() => Promise<void>)[] },
  })));
  const ids = ladies.map(({ user }) => user.id);
  await openChat(await site.addMan({ firstname: "James" }));
  const { heard } = clients[0]!;
  const visitor = site.visitor();
  const girls = async (query: string) => (await (await visitor.get(`/api/girls?${query}`)).json()).girls;
  const among = (found: { id: number }[]) => ids.filter((id) => found.some((girl) => girl.id === id));

  return {
    ladies: [ladies[0]!, ladies[1]!] as const,
    openChat,
    openPage,
    james: {
      /** Who is online by all frames that he has heard. */
      online: () => {
        const shown = new Set<number>();
        for (const { event, data } of heard) {
          if (event !== "update-user-list") continue;
          for (const { userId } of data.users) shown.add(userId);
          for (const id of data.gone) shown.delete(id);
        }
        return ids.filter((id) => shown.has(id));
      },
    },
    views: async () => ({
      search: among(await girls("online=true")),
      profiles: among((await girls("limit=50")).filter(({ isOnline }: { isOnline: boolean }) => isOnline)),
      pages: (await Promise.all(ids.map(async (id) => {
        const { girl } = await (await visitor.get(`/api/girls/${id}`)).json();
        return girl.isOnline ? [id] : [];
      }))).flat(),
    }),
    list: async () => {
      const html = await (await visitor.get("/en/girls/Online_Ladies")).text();
      return ids.filter((id) => html.includes(`-${id}"`));
    },
    async [Symbol.asyncDispose]() {
      for (const client of clients) await client.leave();
      for (const end of ends) await end();
      await shutChat(site.deps);
      site.deps.running.streams.shut();
      await server.shutdown();
      await site.close();
    },
  };
}
