/**
 * Who may come in where: every page, call, socket event and other route for guest, man, lady, admin, agency and
 * translator. What is expected follows from the one table (routes/http/access.ts), which also drives the guards; what is
 * added to the lists is tested without more.
 */
import { expect } from "expect";
import { type ClientEventName, clientEvents, onlyMenMay } from "../chat/shared/client_events.ts";
import { calls } from "../routes/api/index.ts";
import {
  type Access,
  admitted,
  chatAccess,
  isAdmitted,
  mayLookAt,
  type Verdict,
  verdictOf,
  type Visitor,
} from "../routes/http/access.ts";
import type { PageDefinition } from "../routes/http/define_page.ts";
import { pagesOf } from "../routes/pages/index.ts";
import { samplesOf } from "./roles/event_samples.ts";
import { withConnections } from "./roles/sockets.ts";
import { outsideRoutes } from "./roles/outside_routes.ts";
import { asCall, type Seen, verdictOfCall, verdictOfPage } from "./roles/verdicts.ts";
import { fillPath, roleNames, roleWorld, visitors } from "./roles/world.ts";

const eventAccess = (event: string): Access => onlyMenMay.has(event) ? "men" : chatAccess;

type Difference = string;

const differenceOf = (what: string, visitor: Visitor, expected: Seen, seen: Seen): Difference[] =>
  expected === seen ? [] : [`${what} as ${roleNames[visitor]}: ${expected} was expected, ${seen} was seen`];

Deno.test("every page lets in whom the table admits, and sends the others where the table says", async () => {
  await using world = await roleWorld();
  const different: Difference[] = [];
  let asked = 0;
  for (const page of pagesOf(world.deps)) {
    for (const path of page.paths.map((each) => `/en${fillPath(each, world.olena.id)}`)) {
      for (const visitor of visitors) {
        const seen = await verdictOfPage(await world.ask(visitor, "GET", path));
        different.push(
          ...differenceOf(`GET ${path}`, visitor, verdictOf(page.access, visitor), withoutOwn(page, seen)),
        );
        asked++;
        if (!page.post) continue;
        const postAccess = page.postAccess ?? page.access;
        const verdict = verdictOf(postAccess, visitor);
        const expected = verdict === "sign_in" && page.refuseGuest ? "sign_in_first" : verdict;
        const answer = await world.ask(visitor, "POST", path, "", "application/x-www-form-urlencoded");
        const told = withoutOwn(page, await verdictOfPage(answer));
        different.push(...differenceOf(`POST ${path}`, visitor, expected, told));
        asked++;
      }
    }
  }
  expect(different).toEqual([]);
  expect(asked).toBeGreaterThan(800);
});

/** A page may lead home, or to an inbox, by itself: that counts as let in if its guard never leads there. */
function withoutOwn({ access }: PageDefinition, seen: Seen): Seen {
  const guardLeads = visitors.map((visitor) => verdictOf(access, visitor));
  return (seen === "home" || seen === "inbox") && !guardLeads.includes(seen) ? "in" : seen;
}

/** Calls about another person: the table's `mayLookAt` decides as well, by whether that is a man or a lady. */
const aboutPeople = new Set(["GET /girls/:id", "GET /users/:id/photos", "GET /users/:id/videos"]);

function expectedOfCall(call: { name: string; access: Access }, visitor: Visitor, owner: 1 | 2): Verdict {
  const verdict = asCall(verdictOf(call.access, visitor));
  if (verdict !== "in" || !aboutPeople.has(call.name)) return verdict;
  // Guests and men do not even hear that a man is there; and what only ladies have does not exist for a man.
  const isTold = owner === 2 || (call.name === "GET /users/:id/photos" && visitor !== "guest" && visitor !== 1);
  const asIfLady = call.name === "GET /users/:id/photos" ? owner : 2;
  return (isTold || asIfLady === 2) && !mayLookAt(visitor, asIfLady) ? "wrong_role" : "in";
}

Deno.test("every call lets in whom the table admits, and refuses the others: 401 guests, 403 the wrong role", async () => {
  await using world = await roleWorld();
  const different: Difference[] = [];
  for (const { method, path, access } of calls) {
    const name = `${method.toUpperCase()} ${path}`;
    for (const owner of [1, 2] as const) {
      const id = owner === 1 ? world.james.id : world.olena.id;
      for (const visitor of visitors) {
        const body = method === "get" ? undefined : "{}";
        const answer = await world.ask(
          visitor,
          method.toUpperCase(),
          `/api${fillPath(path, id)}`,
          body,
          "application/json",
        );
        const expected = expectedOfCall({ name, access }, visitor, owner);
        different.push(
          ...differenceOf(`${name} (${roleNames[owner]}'s)`, visitor, expected, await verdictOfCall(answer)),
        );
      }
      if (!path.includes(":")) break;
    }
  }
  expect(different).toEqual([]);
});

Deno.test("what stands in neither list is known, one by one, and answers everybody as it says", async () => {
  await using world = await roleWorld();
  const listed = new Set([
    ...pagesOf(world.deps).flatMap(({ paths, post }) =>
      paths.flatMap((path) => [`GET ${path}`, ...post ? [`POST ${path}`] : []])
    ),
    ...calls.map(({ method, path }) => `${method.toUpperCase()} /api${path}`),
    ...outsideRoutes.map(({ route }) => route),
  ]);
  const mounted = [...new Set(world.app.routes.map(({ method, path }) => `${method} ${path}`))];
  expect(mounted.filter((route) => !listed.has(route))).toEqual([]);
  // A row without its route would only look like a test.
  expect([...listed].filter((route) => !mounted.includes(route))).toEqual([]);
  for (const { route, expected, path } of outsideRoutes) {
    if (expected === null) continue;
    const [method = "", pattern = ""] = route.split(" ");
    for (const visitor of visitors) {
      const answer = await world.ask(
        visitor,
        method === "ALL" ? "GET" : method,
        path ?? fillPath(pattern, world.olena.id),
      );
      await answer.body?.cancel();
      const status = typeof expected === "number" ? expected : expected[visitor];
      expect([route, roleNames[visitor], answer.status]).toEqual([route, roleNames[visitor], status]);
    }
  }
});

const names = Object.keys(clientEvents) as ClientEventName[];

Deno.test("the chat is for whom the table admits: others get none", async () => {
  await using world = await roleWorld();
  await withConnections(world, async (open, refusal) => {
    for (const visitor of visitors) {
      const token = await world.token(visitor);
      if (isAdmitted(chatAccess, visitor)) {
        const connection = open(token);
        await connection.next("conn-good");
        await connection.leave();
        continue;
      }
      const status = visitor === "guest" ? 401 : 403;
      expect([roleNames[visitor], await refusal(token)]).toEqual([roleNames[visitor], status]);
    }
  });
});

Deno.test("every event of the chat is answered to whom the table admits, and refused to the others", async () => {
  await using world = await roleWorld();
  const refused = new Set<string>();
  await withConnections(world, async (open) => {
    for (const visitor of admitted.correspondents) {
      const to = visitor === 1 ? world.olena.id : world.james.id;
      for (const name of names) {
        // A connection for each event, so that none uses up the requests of another.
        await using connection = open(await world.token(visitor));
        await connection.next("conn-good");
        const answer = await connection.ask(name, samplesOf(to)[name]);
        const isRefused = answer.event === "error-event" && answer.data.code === "wrong_role";
        expect([name, roleNames[visitor], isRefused]).toEqual([
          name,
          roleNames[visitor],
          !isAdmitted(eventAccess(name), visitor),
        ]);
        if (isRefused) refused.add(`${name} ${roleNames[visitor]}`);
      }
    }
  });
  expect(refused.size).toBeGreaterThan(0);
});

/** The tests above would not notice a page that names the wrong row of the table. */
const rooms: [RegExp, readonly Access[]][] = [
  [/^\/admin(\/|$)/, ["admins"]],
  [/^\/agency\/mail(\/|$)/, ["translators"]],
  [/^\/agency(\/|$)/, ["agencies"]],
  [/^\/staff(\/|$)/, ["staff"]],
  [/^\/man(\/|$)/, ["men"]],
  [/^\/lady(\/|$)/, ["ladies"]],
];

Deno.test("a room is for whom its address names: admins, agencies, translators, men, ladies", async () => {
  await using world = await roleWorld();
  const doors = [
    ...pagesOf(world.deps).flatMap(({ paths, access }) => paths.map((path) => ({ path, access }))),
    ...calls.map(({ path, access }) => ({ path, access })),
  ];
  for (const { path, access } of doors) {
    const room = rooms.find(([address]) => address.test(path));
    if (room) expect([path, room[1]]).toEqual([path, [access]]);
  }
  for (const { paths, access, postAccess = access } of pagesOf(world.deps)) {
    for (const visitor of visitors) {
      if (isAdmitted(postAccess, visitor)) expect([paths[0], isAdmitted(access, visitor)]).toEqual([paths[0], true]);
    }
  }
});

Deno.test("nobody is admitted by two names in one place, and each access admits somebody", () => {
  for (const [access, who] of Object.entries(admitted)) {
    expect([access, new Set<Visitor>(who).size]).toEqual([access, who.length]);
    expect(who.length).toBeGreaterThan(0);
    for (const visitor of visitors) {
      expect(verdictOf(access as Access, visitor) === "in").toBe(isAdmitted(access as Access, visitor));
    }
  }
});
