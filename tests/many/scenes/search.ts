/** What changes at one process is seen in what the others keep in memory: the search and the pages of guests. */
import { expect } from "expect";
import { until } from "../../patience.ts";
import { ask } from "../people.ts";
import type { Site } from "../site.ts";
import type { Stage } from "../stage.ts";

export async function search(stage: Stage): Promise<void> {
  const { sites, people: { daria }, say } = stage;
  const isFound = async (site: Site) => {
    const { json } = await ask(site, null, "/api/girls?limit=100");
    return (json.girls as { id: number }[]).some(({ id }) => id === daria.user.id);
  };
  const link = new RegExp(`/girl/[^"]*-${daria.user.id}"`);
  const isOnPage = async (site: Site) => link.test((await ask(site, null, "/en/search")).json);
  // She was published by the test's own handle.
  for (const site of sites) {
    await until(() => isFound(site), `the search of ${site.name}`);
    await until(() => isOnPage(site), `the page of ${site.name}`);
  }
  for (const [at, site] of sites.entries()) {
    for (const isPutForward of [false, true]) {
      expect((await ask(site, daria, "/api/users", { method: "PATCH", json: { isPutForward } })).status).toBe(200);
      // The process at which she changed it shows it at once.
      expect(await isFound(site)).toBe(isPutForward);
      const other = sites[(at + 1) % 4]!;
      await until(async () => await isFound(other) === isPutForward, `the search of ${other.name}`);
      await until(async () => await isOnPage(other) === isPutForward, `the page of ${other.name}`);
    }
  }
  say("a lady who hides at one process is gone from the search and the kept pages of the next, and comes back");
}
