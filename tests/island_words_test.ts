/** The browser is sent every word that an island asks for: a key that was not sent would stand on the page as it is. */
import { expect } from "expect";
import { catalogues } from "../i18n/catalogues.ts";
import { findIslands, pathOfIsland } from "../islands/runtime/find.ts";

const folder = new URL("../islands/", import.meta.url);

/** The files of the islands' room that one of them brings to the browser, itself first. */
function filesOf(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  for (const [, to] of Deno.readTextFileSync(new URL(path, folder)).matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)) {
    const { href } = new URL(to!, new URL(path, folder));
    if (href.startsWith(folder.href)) filesOf(href.slice(folder.href.length), found);
  }
  return found;
}

/** The keys that a file names whole, like "chat:send"; of one that is put together the beginning, like "chat:flash.". */
const keysIn = (path: string): string[] =>
  [...Deno.readTextFileSync(new URL(path, folder)).matchAll(/["`]([a-zA-Z]+:[\w.]+)(?=["`]|\$\{)/g)]
    .map(([, key]) => key!)
    .filter((key) => Object.hasOwn(catalogues.en, key.slice(0, key.indexOf(":"))));

Deno.test("each word that an island names is among those that it is sent", async () => {
  const names = findIslands(folder);
  const ofIsland = new Map(
    await Promise.all(names.map(async (name) => {
      const { strings = [] } = await import(new URL(pathOfIsland(name), folder).href) as { strings?: string[] };
      return [pathOfIsland(name), [`islands:${name}`, ...strings]] as const;
    })),
  );
  const missing: string[] = [];
  let named = 0;
  for (const island of ofIsland.keys()) {
    const files = [...filesOf(island)];
    const sent = files.flatMap((path) => ofIsland.get(path) ?? []);
    for (const key of new Set(files.flatMap(keysIn))) {
      named++;
      const isSent = sent.some((part) => key === part || /^[.:_]/.test(key.slice(part.length)) && key.startsWith(part));
      if (!isSent) missing.push(`${island}: ${key}`);
    }
  }
  expect(named).toBeGreaterThan(150);
  expect(missing).toEqual([]);
});
