/**
 * Nobody learns who is here by counting up numbers: a lady who is not shown finds no man whom she has not met, and a man
 * finds no lady who is not shown, on any page and in any call.
 */
import { expect } from "expect";
import { calls } from "../routes/api/index.ts";
import { pagesOf } from "../routes/pages/index.ts";
import type { TestSite } from "../routes/testing/site.ts";
import { fillPath, roleWorld } from "./roles/world.ts";

/** A man and a lady who is not shown, each of whom asks for the other; no page has their names as an example. */
const unmet = async (site: TestSite) => {
  const james = await site.addMan({ firstname: "Zdenek", credits: 500 });
  const olena = await site.addLady({ firstname: "Zlata" }, { isPublished: false });
  const ada = await site.addPerson({ groupId: 3, firstname: "Ada" });
  const people = { 1: james, 2: olena, 3: ada, 4: ada, 5: ada };
  return { people, james, olena };
};

for (
  const [asker, named, name] of [
    [2, "james", "Zdenek"],
    [1, "olena", "Zlata"],
  ] as const
) {
  Deno.test(`no page and no call tells of ${name}, whom the one who asks has not met`, async () => {
    await using world = await roleWorld({ cast: unmet });
    const { id } = world[named];
    const telling: string[] = [];
    const look = async (method: string, path: string, body?: string, type?: string) => {
      const text = await (await world.ask(asker, method, path, body, type)).text();
      if (text.includes(name)) telling.push(`${method} ${path}`);
    };
    for (const page of pagesOf(world.deps)) {
      for (const path of page.paths.map((each) => `/en${fillPath(each, id)}`)) {
        await look("GET", path);
        if (!page.post) continue;
        for (const action of ["send", "mute", "unmute", "delete", "block"]) {
          const words = { action, userId: String(id), sendKey: "a-key-of-ones-own", body: "Good evening" };
          await look("POST", path, String(new URLSearchParams(words)), "application/x-www-form-urlencoded");
        }
      }
    }
    // What only answers "done" may show the name in the lists and the export that are read after it.
    const readLast = (one: { method: string }, other: { method: string }) =>
      Number(one.method === "get") - Number(other.method === "get");
    const words = { body: "Good evening", sendKey: "a-key-of-ones-own", base: 0, ageMs: 0, attachments: [] };
    for (const { method, path } of calls.toSorted(readLast)) {
      if (path === "/users/me" && method === "delete") continue;
      const body = method === "get" ? undefined : JSON.stringify({ ...words, userId: id, recipientId: id, id });
      await look(method.toUpperCase(), `/api${fillPath(path, id)}`, body, "application/json");
    }
    await look("GET", "/api/users/me/export");
    for (const page of pagesOf(world.deps)) {
      for (const path of page.paths) await look("GET", `/en${fillPath(path, id)}`);
    }
    expect(telling).toEqual([]);
  });
}
