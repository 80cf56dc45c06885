/** A letter sent by any process is at every other one, which tells of it at once, and it is charged once. */
import { expect } from "expect";
import { balanceOf } from "../../../kv/credits/ledger/ledger.ts";
import { until } from "../../patience.ts";
import { ask, OpenPage } from "../people.ts";
import type { Stage } from "../stage.ts";

const letterCredits = 10;
const openingCredits = 5;

export async function letters(stage: Stage): Promise<void> {
  const { sites, store, people: { james, olena }, acknowledged, say } = stage;
  await using pages = new AsyncDisposableStack();
  const open = await Promise.all(sites.map(async (site) => pages.use(await OpenPage.open(site, olena))));
  for (const [at, site] of sites.entries()) {
    const body = `Dear Olena, this is by ${site.name}`;
    const { json } = await ask(site, james, "/api/mail", { json: { recipientId: olena.user.id, body } });
    acknowledged.letter(json.letter.id, james.user.id, body);
    for (const page of open) await until(() => page.last["new-message"]?.counter.inbox === at + 1, "her counter");
    for (const other of sites) {
      expect((await ask(other, olena, "/api/mail?type=inbox")).json.letters[0].id).toBe(json.letter.id);
    }
  }
  // One wish that is sent twenty times, by all processes at once.
  const before = await balanceOf(store, james.user.id);
  const wish = { key: "one-wish", json: { recipientId: olena.user.id, body: "Only once" } };
  const same = await Promise.all(Array.from({ length: 20 }, (_, at) => ask(sites[at % 4]!, james, "/api/mail", wish)));
  expect(new Set(same.map(({ status, json }) => `${status} ${json.letter?.id}`)).size).toBe(1);
  acknowledged.letter(same[0]!.json.letter.id, james.user.id, "Only once");
  expect(await balanceOf(store, james.user.id)).toBe(before - letterCredits);
  say("four letters by four processes: her open pages at all four are told; one wish twenty times is one letter");
}

export async function doubleSpend(stage: Stage): Promise<void> {
  const { sites, store, people: { wei, daria }, acknowledged, say } = stage;
  const from = (at: number) => sites[at % sites.length]!;
  const answers = await Promise.all(Array.from({ length: 50 }, async (_, at) => {
    const body = `Wei's letter ${at}`;
    const { status, json } = await ask(from(at), wei, "/api/mail", { json: { recipientId: daria.user.id, body } });
    if (status === 200) acknowledged.letter(json.letter.id, wei.user.id, body);
    return status;
  }));
  expect(Map.groupBy(answers, (status) => status).get(200)).toHaveLength(200 / letterCredits);
  expect(answers.filter((status) => status === 402)).toHaveLength(50 - 200 / letterCredits);
  expect(await balanceOf(store, wei.user.id)).toBe(0);
  say("fifty letters at once for two hundred credits: twenty are sent, thirty refused, nothing is left");
}

export async function openings(stage: Stage): Promise<void> {
  const { sites, store, people: { james, olena }, acknowledged, say } = stage;
  const body = "Dear James, open me";
  const { json } = await ask(sites[0], olena, "/api/mail", { json: { recipientId: james.user.id, body } });
  acknowledged.letter(json.letter.id, olena.user.id, body);
  const before = await balanceOf(store, james.user.id);
  const wish = { method: "PATCH", json: { isRead: true, isPaid: true } };
  const opened = await Promise.all(
    Array.from({ length: 12 }, (_, at) => ask(sites[at % 4]!, james, `/api/mail/${json.letter.id}`, wish)),
  );
  expect(opened.map(({ status, json }) => [status, json.letter?.body])).toEqual(Array(12).fill([200, body]));
  expect(await balanceOf(store, james.user.id)).toBe(before - openingCredits);
  acknowledged.letters.at(-1)!.isOpened = true;
  say("a letter that is opened twelve times at once, by all processes, is paid once");
}
