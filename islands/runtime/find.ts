/** Finds the islands: every folder `islands/<name>/` with an `island.tsx`; its state, parts and tests lie beside it. */

/** Names of the islands in a folder, sorted. */
export function findIslands(folder: URL): string[] {
  return [...Deno.readDirSync(folder)]
    .filter((entry) => entry.isDirectory && hasIsland(new URL(`${entry.name}/`, folder)))
    .map(({ name }) => name)
    .sort();
}

const hasIsland = (folder: URL): boolean => [...Deno.readDirSync(folder)].some(({ name }) => name === islandFile);

const islandFile = "island.tsx";

/** The path of an island's component, relative to the folder of all islands. */
export const pathOfIsland = (name: string): string => `${name}/${islandFile}`;
