/** Bundles the islands for browsers: one module for each, what they share in common chunks. */
// First, because the bundler reads the variable that this sets when it is loaded.
import "./bundler_process.ts";
import { buildSync, type Metafile } from "esbuild";
import { fileURLToPath } from "node:url";
import { isFile } from "./build_files.ts";
import { findIslands, pathOfIsland } from "./find.ts";
import type { ManifestFile } from "./manifest.ts";

const runtimeDir = fileURLToPath(new URL("./", import.meta.url));
const root = new URL("../../", import.meta.url);

/**
 * Builds all islands of a folder, synchronously: the bundler's asynchronous service would outlive the build.
 * Throws if the code does not compile, or if two copies of Preact got in.
 */
export function buildScripts(
  { islandsDir, entriesDir, assetsDir, minify, dev }: {
    islandsDir: URL;
    /** A place that stays the same, because file names are part of the hashes. */
    entriesDir: URL;
    assetsDir: URL;
    minify: boolean;
    dev: boolean;
  },
): Pick<ManifestFile, "client" | "islands" | "signals" | "devReload" | "offlineScript"> {
  const islandsPath = fileURLToPath(islandsDir);
  const entriesPath = fileURLToPath(entriesDir);
  const names = findIslands(islandsDir);
  Deno.mkdirSync(entriesPath, { recursive: true });

  const entries: Record<string, string> = {
    client: `${runtimeDir}client.ts`,
    signals: `${runtimeDir}client_signals.ts`,
  };
  if (dev) entries.dev_reload = `${runtimeDir}dev_reload_client.ts`;
  for (const name of names) {
    const entry = `${entriesPath}island_${name}.ts`;
    Deno.writeTextFileSync(entry, entryOf(name, `${islandsPath}${pathOfIsland(name)}`));
    entries[`island_${name}`] = entry;
  }

  const olderUrls = buildOlder(assetsDir, minify);
  const { metafile } = buildSync({
    entryPoints: Object.entries(entries).map(([out, path]) => ({ in: path, out })),
    outdir: fileURLToPath(assetsDir),
    absWorkingDir: fileURLToPath(root),
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2023",
    minify,
    sourcemap: dev ? "linked" : false,
    metafile: true,
    charset: "utf8",
    legalComments: "none",
    entryNames: "[name].[hash]",
    chunkNames: "chunk.[hash]",
    jsx: "automatic",
    jsxImportSource: "preact",
    alias: { "react": "preact/compat", "react-dom": "preact/compat", ...olderUrls },
    external: Object.values(olderUrls),
    define: {
      "process.env.NODE_ENV": JSON.stringify(dev ? "development" : "production"),
      // partysocket asks for these before it runs, with a long word of advice that no browser here needs.
      "globalThis.EventTarget": "true",
      "globalThis.Event": "true",
    },
    // Only partysocket calls it, with another word of advice. Our own scripts warn (build_test.ts).
    pure: ["console.error"],
    logLevel: "silent",
  });
  refuseTwoCopies(metafile);
  return { ...describe(metafile, names, dev, islandsPath), ...buildOffline(islandsDir, assetsDir, minify) };
}

/**
 * Bundles the script of the offline page on its own: the worker keeps it under an address that no other page asks for.
 * Returns nothing if there is no such script.
 */
function buildOffline(islandsDir: URL, assetsDir: URL, minify: boolean): Pick<ManifestFile, "offlineScript"> {
  if (!isFile(new URL("offline/page.ts", islandsDir))) return {};
  const { metafile } = buildSync({
    entryPoints: [{ in: fileURLToPath(new URL("offline/page.ts", islandsDir)), out: "offline" }],
    outdir: fileURLToPath(assetsDir),
    absWorkingDir: fileURLToPath(root),
    bundle: true,
    format: "iife",
    target: "es2023",
    minify,
    metafile: true,
    charset: "utf8",
    legalComments: "none",
    entryNames: "[name].[hash]",
    logLevel: "silent",
  });
  return { offlineScript: `/assets/${Object.keys(metafile.outputs)[0]!.split("/").at(-1)}` };
}

/** Packages that are no ES modules, with the names that they are imported by. */
const olderPackages = { simple_peer: "simple-peer/simplepeer.min.js" };

/**
 * Bundles each package that is no ES module on its own: with the others it would bring the bundler's helpers for such
 * packages into the chunk that every page loads. Returns the addresses by the names that they are imported by.
 */
function buildOlder(assetsDir: URL, minify: boolean): Record<string, string> {
  return Object.fromEntries(
    Object.entries(olderPackages).map(([name, imported]) => {
      const contents = `export { default } from ${JSON.stringify(imported)};\n`;
      const { metafile } = buildSync({
        stdin: { contents, resolveDir: fileURLToPath(root), sourcefile: `${name}.js` },
        outdir: fileURLToPath(assetsDir),
        absWorkingDir: fileURLToPath(root),
        bundle: true,
        format: "esm",
        target: "es2023",
        minify,
        metafile: true,
        legalComments: "none",
        entryNames: `${name}.[hash]`,
        logLevel: "silent",
      });
      return [imported, `/assets/${Object.keys(metafile.outputs)[0]!.split("/").at(-1)}`];
    }),
  );
}

const entryOf = (name: string, path: string) =>
  `import { start } from ${JSON.stringify(`${runtimeDir}client.ts`)};
import Island from ${JSON.stringify(path)};
start(${JSON.stringify(name)}, Island);
`;

/** Two Preacts would each have their own hooks: islands would render, and then do nothing. */
function refuseTwoCopies(metafile: Metafile): void {
  for (const file of ["preact/dist/preact.mjs", "preact/hooks/dist/hooks.mjs"]) {
    const copies = Object.keys(metafile.inputs).filter((path) => path.endsWith(file));
    if (copies.length > 1) throw new Error(`${file} is bundled more than once: ${copies.join(", ")}`);
  }
}

function describe(metafile: Metafile, names: string[], dev: boolean, islandsPath: string) {
  const outputs = Object.entries(metafile.outputs);
  const url = (path: string) => `/assets/${path.split("/").at(-1)}`;
  const pathOf = (test: (path: string, output: Metafile["outputs"][string]) => boolean) =>
    outputs.find(([path, output]) => path.endsWith(".js") && test(path, output))![0];
  const chunkOf = (entry: string) => {
    const path = pathOf((candidate, { entryPoint }) =>
      entryPoint !== undefined && url(candidate).startsWith(`/assets/${entry}.`)
    );
    return { file: url(path), imports: [...staticImports(metafile, path)].map(url) };
  };
  const usesOf = (name: string) => {
    const entry = Object.keys(metafile.inputs).find((path) => path.endsWith(`/entries/island_${name}.ts`))!;
    const reached = reachedInputs(metafile, entry);
    return names.filter((other) =>
      other !== name && reached.has(relativeTo(`${islandsPath}${pathOfIsland(other)}`, reached))
    );
  };
  return {
    // The chunk that really holds the runtime; its entry file would be one more request for nothing.
    client: url(pathOf((_, { inputs }) => (inputs["islands/runtime/client.ts"]?.bytesInOutput ?? 0) > 0)),
    signals: chunkOf("signals"),
    islands: Object.fromEntries(names.map((name) => [name, { ...chunkOf(`island_${name}`), uses: usesOf(name) }])),
    ...(dev ? { devReload: chunkOf("dev_reload").file } : {}),
  };
}

/** The bundler names inputs relative to the root, with as many "../" as it takes. */
const relativeTo = (path: string, inputs: Set<string>): string =>
  [...inputs].find((input) => fileURLToPath(new URL(input, root)) === path) ?? "";

function staticImports(metafile: Metafile, path: string, found = new Set<string>()): Set<string> {
  for (const { path: imported, kind, external } of metafile.outputs[path]!.imports) {
    if (kind !== "import-statement" || external || found.has(imported)) continue;
    found.add(imported);
    staticImports(metafile, imported, found);
  }
  return found;
}

function reachedInputs(metafile: Metafile, path: string, found = new Set<string>()): Set<string> {
  for (const { path: imported, external } of metafile.inputs[path]?.imports ?? []) {
    if (external || found.has(imported)) continue;
    found.add(imported);
    reachedInputs(metafile, imported, found);
  }
  return found;
}
