/** Which islands there are: every `islands/<name>.tsx`, found by its file. */

/** Names of the islands in a folder, sorted. */
export function findIslands(folder: URL): string[] {
  return [...Deno.readDirSync(folder)]
    .filter((entry) => entry.isFile && entry.name.endsWith(".tsx") && !entry.name.endsWith("_test.tsx"))
    .map((entry) => entry.name.slice(0, -".tsx".length))
    .sort();
}
