/** The operator's calls of a running server: only from this machine, and only with the key. */
import { expect } from "expect";
import { changeFirstName } from "../../kv/ladies/profile/first_names.ts";
import { askProfileChange } from "../../kv/ladies/profile/profile_changes.ts";
import { waitingApprovals } from "../../kv/vetting/approvals.ts";
import { createApp } from "../app.tsx";
import { testApp } from "../testing/site.ts";
import { Visitor, type VisitorOptions } from "../testing/visitor.ts";

const key = "a-key-that-only-this-test-knows";
const here: VisitorOptions = { address: "127.0.0.1", headers: { authorization: `Bearer ${key}` } };

Deno.test("what waits is listed with what stands, and decided once", async () => {
  await using site = await testApp();
  const app = createApp({ ...site.deps, operatorKey: key });
  const operator = new Visitor(app, site.now, here);
  const olena = await site.addLady({}, { about: "Old." });
  await askProfileChange(site.store, olena.id, { about: "New.", heightCm: 171 });
  await changeFirstName(site.store, olena.id, "Alona");
  const { approvals } = await (await operator.get("/operator/approvals")).json();
  expect(approvals).toMatchObject([
    {
      kind: "profile",
      firstname: "Olena",
      isFirst: false,
      wishes: [{ what: "heightCm", from: null, to: 171 }, { what: "about", from: "Old.", to: "New." }],
    },
    { kind: "name", wishes: [{ what: "firstname", from: "Olena", to: "Alona" }] },
  ]);
  const [profile, name] = approvals.map(({ id }: { id: number }) => id);
  const decide = async (id: number, verdict: string) => {
    const answer = await operator.request(`/operator/approvals/${id}/${verdict}`, { method: "POST" });
    await answer.text();
    return answer.status;
  };
  expect([await decide(profile, "approve"), await decide(profile, "approve"), await decide(name, "refuse")])
    .toEqual([200, 404, 200]);
  const girl = await (await site.visitor().get(`/api/girls/${olena.id}`)).json();
  expect(girl.girl).toMatchObject({ name: "Olena", about: "New.", height: 171 });
});

Deno.test("to everybody else there is no such page", async () => {
  await using site = await testApp();
  const app = createApp({ ...site.deps, operatorKey: key });
  await changeFirstName(site.store, (await site.addLady()).id, "Alona");
  const { id } = (await waitingApprovals(site.store))[0]!;
  const strangers: VisitorOptions[] = [
    { ...here, address: "203.0.113.7" },
    { ...here, headers: { ...here.headers, "x-forwarded-for": "127.0.0.1" } },
    // This machine's own address, but through a proxy.
    ...["x-forwarded-for", "forwarded", "via"].map((name) => ({
      address: site.deps.config.host,
      headers: { ...here.headers, [name]: "for=203.0.113.7" },
    })),
    { address: "127.0.0.1" },
    { address: "127.0.0.1", headers: { authorization: "Bearer something-else" } },
  ];
  for (const options of strangers) {
    const stranger = new Visitor(app, site.now, options);
    expect((await stranger.get("/operator/approvals")).status).toBe(404);
    expect((await stranger.request(`/operator/approvals/${id}/approve`, { method: "POST" })).status).toBe(404);
  }
  // A site without a key has none of these calls.
  expect(
    (await site.visitor({ address: "127.0.0.1", headers: { authorization: "Bearer undefined" } })
      .get("/operator/approvals")).status,
  ).toBe(404);
  expect((await waitingApprovals(site.store)).length).toBe(1);
});
