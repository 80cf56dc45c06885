/** Rooms stay small enough to be read at a glance, tests beside their files included (docs/architecture.md). */
import { expect } from "expect";

const root = new URL("../", import.meta.url);
const product = ["chat", "components", "demo", "i18n", "islands", "kv", "routes", "services", "tools"];

/** How many files lie in each folder itself, by the folder's path. */
async function filesByFolder(path: string, found = new Map<string, number>()): Promise<Map<string, number>> {
  let count = 0;
  for await (const { name, isDirectory } of Deno.readDir(new URL(`${path}/`, root))) {
    if (isDirectory) await filesByFolder(`${path}/${name}`, found);
    else if (/\.tsx?$/.test(name)) count++;
  }
  return found.set(path, count);
}

Deno.test("no folder of the product holds more than forty files", async () => {
  const folders = (await Promise.all(product.map((path) => filesByFolder(path)))).flatMap((found) => [...found]);
  expect(folders.length).toBeGreaterThan(100);
  expect(folders.filter(([, count]) => count > 40)).toEqual([]);
});

Deno.test("whatever is kept has a room: kv holds four files of its own at most", async () => {
  const kv = await filesByFolder("kv");
  expect([kv.get("kv")! > 0, kv.get("kv")! <= 4]).toEqual([true, true]);
});
