/** The log as admins read it: searched, page by page, and without any button that would change it. */
import { isChinese, locales } from "../../../../i18n/locales.ts";
import { expect } from "expect";
import { catalogues } from "../../../../i18n/catalogues.ts";
import { addAuditRecord, auditRecords } from "../../../../kv/store/audit_log.ts";
import type { Store } from "../../../../kv/open.ts";
import { StoreUnavailable } from "../../../../kv/store/health/health.ts";
import { keys } from "../../../../kv/store/keys.ts";
import { withAtomics } from "../../../../kv/testing/store.ts";
import { htmlOf } from "../../mail/testing/mail.ts";
import { type AdminWorld, testAdmin } from "../testing/admin.ts";
import { knownActions } from "./action_names.ts";

const path = "/en/admin/log";

/** Sixty lines an hour apart: Ada suspends people and does something new; forged webhooks come from nobody. */
async function busyWorld(): Promise<AdminWorld> {
  const world = await testAdmin();
  const { site, ada } = world;
  for (let line = 0; line < 60; line++) {
    site.advance(3600_000);
    const isForged = line % 4 === 0;
    await addAuditRecord(site.store, {
      action: isForged ? "webhook_forged" : line % 2 === 0 ? "user_suspended" : "something_new",
      actorId: isForged ? null : ada.id,
      subject: isForged ? "hook:stripe" : `user:${line % 3 + 1}`,
      details: { line, reason: "<b>said</b> why" },
    });
  }
  // The old sessions have ended meanwhile.
  const [adas, his, hers] = await Promise.all([ada, world.james, world.olena].map((user) => site.visitorAs(user)));
  return { ...world, adas: adas!, his: his!, hers: hers! };
}

/** The numbers of the lines that a page shows, in order. */
const shown = (html: string) =>
  [...html.matchAll(/<dt>line<\/dt><dd>(\d+)<\/dd>/g)].map(([, number]) => Number(number));

Deno.test("lines stand newest first, in pages, in words where there are any, with whatever people wrote as text", async () => {
  await using world = await busyWorld();
  const first = await htmlOf(world.adas.get(path));
  expect(shown(first)).toEqual([...Array(50).keys()].map((number) => 59 - number));
  for (const part of ["Person suspended", "something_new", "Forged payment notice", "&lt;b>said&lt;/b> why"]) {
    expect(first).toContain(part);
  }
  expect(first).toContain("60 lines are sealed");
  expect(first).toContain(`href="/en/admin/users/${world.ada.id}">Ada</a>`);
  const older = /href="([^"]+)" rel="next"/.exec(first)![1]!.replaceAll("&amp;", "&");
  const second = await htmlOf(world.adas.get(older));
  expect(shown(second)).toEqual([...Array(10).keys()].map((number) => 9 - number));
  expect(second).not.toContain('rel="next"');
  expect(second).toContain('rel="first"');
});

Deno.test("it is looked for by action, person, thing and day; nonsense is no wish", async () => {
  await using world = await busyWorld();
  const of = async (query: string) => shown(await htmlOf(world.adas.get(`${path}?${query}`)));
  const all = [...Array(60).keys()].reverse();
  expect(await of("action=webhook_forged")).toEqual(all.filter((line) => line % 4 === 0));
  expect(await of(`actor=${world.ada.id}&subject=user%3A2`)).toEqual(
    all.filter((line) => line % 4 !== 0 && line % 3 === 1),
  );
  // The first line is of 13:00 on the 14th.
  expect(await of("dateTo=2026-03-14")).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
  expect(await of("dateFrom=2026-03-16&dateTo=2026-03-16&action=webhook_forged")).toEqual([56, 52, 48, 44, 40, 36]);
  expect((await of("actor=x&dateFrom=2026-02-31&before=nonsense&action=")).length).toBe(50);
  const nothing = await htmlOf(world.adas.get(`${path}?action=never`));
  expect(nothing).toContain("No lines");
});

Deno.test("on a full disk it is read as well, up to the last line that is sealed and those that wait", async () => {
  let isFull = false;
  const seenAs = (store: Store) =>
    withAtomics(store, (op) => {
      const commit = op.commit.bind(op);
      op.commit = async () => {
        if (isFull) throw new StoreUnavailable("full");
        return await commit();
      };
    });
  await using world = await testAdmin({ seenAs });
  const { site: { store }, ada, adas } = world;
  const note = (line: number) =>
    addAuditRecord(store, { action: "something_new", actorId: ada.id, subject: "user:1", details: { line } });
  await note(1);
  await htmlOf(adas.get(path));
  world.site.advance(1000);
  await note(2);
  isFull = true;
  const html = await htmlOf(adas.get(path));
  expect(shown(html)).toEqual([2, 1]);
  expect(html).toContain("not sealed yet");
});

Deno.test("a line that was changed in the store is pointed out", async () => {
  await using world = await busyWorld();
  await htmlOf(world.adas.get(path));
  for await (
    const { key, value } of world.site.store.kv.list<object>({ prefix: ["audit_line"] }, { reverse: true, limit: 1 })
  ) {
    await world.site.store.kv.set(key, { ...value, action: "signed_in" });
  }
  const html = await htmlOf(world.adas.get(path));
  expect(html).toContain("1 line below has changed since it was sealed");
  expect(html).not.toContain("lines are sealed");
});

Deno.test("only admins read it, and nothing that is sent to it changes anything", async () => {
  await using world = await busyWorld();
  const { site, adas, his, hers } = world;
  const count = async () => (await auditRecords(site.store, { page: 1, limit: 1 })).totalCount;
  const before = await count();
  const statuses = async (method: string, address: string) => {
    const answer = await adas.request(address, { method, headers: { origin: adas.origin } });
    await answer.body?.cancel();
    return answer.status;
  };
  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) expect(await statuses(method, path)).toBe(405);
  for (const visitor of [his, hers]) {
    const answer = await visitor.get(path);
    expect(answer.status).toBe(403);
    await answer.body?.cancel();
  }
  expect((await site.visitor().get(path)).headers.get("location")).toContain("/auth/sign-in");
  expect(await count()).toBe(before);
  expect((await site.store.kv.get(keys.auditCheckpointFloor())).value).toBeNull();
});

Deno.test("every action that is known has its word in every language", () => {
  for (const locale of locales.filter((each) => each === "en" || isChinese(each))) {
    const { log } = catalogues[locale];
    expect(Object.keys(log.action!).toSorted()).toEqual([...knownActions].toSorted());
  }
});

/** A new action may be shown by its raw name for a while; many such names would make the log unreadable. */
Deno.test("the actions that the code writes have words, but for a few", async () => {
  const named = new Set<string>();
  for (const room of ["kv", "routes"]) {
    for await (const source of sourcesOf(new URL(`../../../../${room}/`, import.meta.url))) {
      if (!/AuditRecord|noteDenial/.test(source)) continue;
      for (const [, line] of source.matchAll(/\baction: (?:\w+(?:\.\w+)* \? )?("\w+_\w+"(?: : "\w+_\w+")?)/g)) {
        for (const [, action] of line!.matchAll(/"(\w+)"/g)) named.add(action!);
      }
    }
  }
  expect(named.size).toBeGreaterThan(30);
  const raw = [...named].filter((action) => !(knownActions as readonly string[]).includes(action));
  expect(raw.length < 6 ? [] : raw).toEqual([]);
});

async function* sourcesOf(folder: URL): AsyncGenerator<string> {
  for await (const entry of Deno.readDir(folder)) {
    if (entry.name === "testing") continue;
    if (entry.isDirectory) yield* sourcesOf(new URL(`${entry.name}/`, folder));
    else if (/^(?!.*_test\.).*\.tsx?$/.test(entry.name)) {
      yield await Deno.readTextFile(new URL(entry.name, folder));
    }
  }
}
