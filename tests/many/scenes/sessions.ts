/** Signing in and out at one process is known at every other one at once; limits count together. */
import { expect } from "expect";
import { testPassword } from "../../../kv/testing/store.ts";
import { until } from "../../patience.ts";
import { ask, join, OpenPage, type Person } from "../people.ts";
import type { Stage } from "../stage.ts";

export async function sessions(stage: Stage): Promise<void> {
  const { sites, people: { daria }, say } = stage;
  const [a, b, c, d] = sites;
  const signsIn = { email: daria.user.email, password: testPassword };
  for (const site of sites) {
    const { status, json } = await ask(site, null, "/api/authorization", { json: signsIn });
    expect(status).toBe(200);
    const there: Person = { ...daria, token: json.access_token };
    for (const other of sites) expect((await ask(other, there, "/api/users")).json.user.id).toBe(daria.user.id);
  }
  const { json } = await ask(a, null, "/api/authorization", { json: signsIn });
  const there: Person = { ...daria, token: json.access_token };
  const [line, page] = [await join(d, there), await OpenPage.open(c, there)];
  await ask(a, there, "/api/auth/logout", { method: "POST" });
  expect((await ask(b, there, "/api/users")).status).toBe(401);
  await until(() => page.hasEnded, "the end of her open page");
  expect((await line.closing()).code).toBe(4401);

  const wrong = { email: daria.user.email, password: "Autumn-2026!" };
  const answered: number[] = [];
  for (let at = 0; at < 11; at++) {
    answered.push((await ask(sites[at % 4]!, null, "/api/authorization", { json: wrong })).status);
  }
  expect(answered).toEqual([...Array(10).fill(401), 429]);
  say("signed in at one, known at all; signed out at one, out at all; ten wrong passwords are ten over all");
}
