/** The list of built files and what a page writes to load them; pages never spell a hashed name themselves. */
import type { RenderedPage } from "./mark.ts";

interface Chunk {
  /** Address of the module script. */
  file: string;
  /** Addresses of the chunks it imports, directly or not. */
  imports: string[];
}

/** Style sheets of some pages: of staff, of the mailbox, of Chinese pages; the offline page has only "offline". */
export const sheetNames = ["staff", "letters", "chinese", "offline"] as const;
export type SheetName = typeof sheetNames[number];

/** What `.build/manifest.json` holds. All values are addresses beginning with "/assets/". */
export interface ManifestFile {
  stylesheet: string;
  /** The sheets that some pages load after it; absent if there is no such sheet. */
  sheets: Partial<Record<SheetName, string>>;
  /** The runtime that islands share. */
  client: string;
  islands: Record<string, Chunk & { /** Other islands inside this one. */ uses: string[] }>;
  /** The library of signals, loaded by pages whose islands get signals. */
  signals: Chunk;
  /** The script of the page without a connection; absent if there is no such page. */
  offlineScript?: string;
  /** "/static/fonts/x.woff2" → its hashed copy. */
  files: Record<string, string>;
  /** Only in development: the script that reloads the page after a rebuild. */
  devReload?: string;
}

export interface Manifest extends ManifestFile {
  /** The hashed address of a file under /static; the path itself where there is no hashed copy. */
  assetUrl: (path: string) => string;
  /** `<link>` and `<script>` elements for exactly these islands, the shared chunks once. */
  islandTags: (islands: string[], options?: { signals?: boolean }) => { preloads: string[]; scripts: string[] };
  /** The finished document: preloads before `</head>`, data and scripts before the last `</body>`. */
  finishPage: (page: RenderedPage) => string;
}

const manifestUrl = new URL("../../.build/manifest.json", import.meta.url);

/** Reads the manifest; throws if nothing was built. */
export function loadManifest(url: URL = manifestUrl): Manifest {
  let text: string;
  try {
    text = Deno.readTextFileSync(url);
  } catch (cause) {
    throw new Error(`no manifest at ${url.pathname}: build the assets first (deno run -A tools/build.ts)`, { cause });
  }
  return manifestOf(JSON.parse(text));
}

export function manifestOf(file: ManifestFile): Manifest {
  const islandTags: Manifest["islandTags"] = (names, { signals = false } = {}) => {
    const chunks = names.map((name) => {
      const chunk = file.islands[name];
      if (!chunk) throw new Error(`island "${name}" was not built`);
      return chunk;
    });
    const loaded = chunks.length > 0 && signals ? [...chunks, file.signals] : chunks;
    const preloads = new Set(chunks.length > 0 ? [file.client] : []);
    for (const chunk of loaded) for (const url of [chunk.file, ...chunk.imports]) preloads.add(url);
    // The runtime comes first, so that it notices when an island's script cannot be loaded.
    const scripts = new Set(chunks.length > 0 ? [file.client, ...chunks.map((chunk) => chunk.file)] : []);
    if (file.devReload) scripts.add(file.devReload);
    return {
      // Style and faces first: everything on a page can be read before its scripts are there.
      preloads: [...preloads].map((url) => `<link rel="modulepreload" fetchpriority="low" href="${url}">`),
      scripts: [...scripts].map((url) => `<script type="module" src="${url}"></script>`),
    };
  };

  const finishPage: Manifest["finishPage"] = ({ html, islands, data, signals }) => {
    const { preloads, scripts } = islandTags(islands, { signals });
    if (scripts.length === 0) return html;
    const head = html.indexOf("</head>");
    // The last one: a text of the page can only come before it.
    const body = html.lastIndexOf("</body>");
    if (head < 0 || body < 0) throw new Error("finishPage wants a document with head and body");
    return html.slice(0, head) + preloads.join("") + html.slice(head, body) + data + scripts.join("") +
      html.slice(body);
  };

  return { ...file, assetUrl: (path) => file.files[path] ?? path, islandTags, finishPage };
}
