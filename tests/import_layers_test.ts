/** The real import graph keeps to the site's rules (docs/architecture.md, who may import whom). */
import { expect } from "expect";
import { findIslands, pathOfIsland } from "../islands/runtime/find.ts";

type Graph = Map<string, string[]>;

const root = new URL("../", import.meta.url).href;

/** Which room may import from which; a room may always import from itself. */
const allowed: Record<string, string[]> = {
  "routes": ["islands", "components", "chat/server", "chat/shared", "kv", "services", "i18n"],
  "chat/server": ["chat/shared", "kv"],
  "chat/shared": [],
  "islands": ["components", "chat/shared", "i18n"],
  "components": ["i18n"],
  "services": [],
  "kv": ["chat/shared"],
  "i18n": [],
};

function roomOf(path: string): string {
  const [first = "", second = ""] = path.split("/");
  return first === "chat" ? `chat/${second}` : first;
}

const isTest = (path: string) => /(_test|testing)\.tsx?$|\/(fixtures|testing)\//.test(path);

async function importGraph(entries: string[]): Promise<Graph> {
  const graph: Graph = new Map();
  for (const entry of entries) {
    const { stdout, success } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json", entry] }).output();
    if (!success) throw new Error(`deno info failed for ${entry}`);
    const info = JSON.parse(new TextDecoder().decode(stdout)) as {
      modules: {
        specifier: string;
        dependencies?: { code?: { specifier?: string }; type?: { specifier?: string } }[];
      }[];
    };
    for (const module of info.modules) {
      if (!module.specifier.startsWith(root)) continue;
      const targets = (module.dependencies ?? []).flatMap(({ code, type }) => [code?.specifier, type?.specifier]);
      graph.set(
        module.specifier.slice(root.length),
        targets.filter((target) => target !== undefined)
          .map((target) => target.startsWith(root) ? target.slice(root.length) : target),
      );
    }
  }
  return graph;
}

const islandFiles = (): string[] =>
  findIslands(new URL("../islands/", import.meta.url)).map((name) => `islands/${pathOfIsland(name)}`);

const graph = await importGraph(["main.ts", ...islandFiles()]);
const edges = [...graph].flatMap(([from, targets]) => targets.map((to) => ({ from, to })));

Deno.test("the graph is the real one", () => {
  expect(graph.size).toBeGreaterThan(100);
  expect(edges).toContainEqual({ from: "main.ts", to: "routes/app.tsx" });
});

Deno.test("every room imports only what it may", () => {
  const broken = edges.filter(({ from, to }) => {
    const room = roomOf(from);
    if (!(room in allowed) || isTest(from) || !/\.tsx?$/.test(to) || to.includes("node_modules")) return false;
    if (/^[a-z]+:/.test(to)) return false;
    return roomOf(to) !== room && !allowed[room]!.includes(roomOf(to));
  });
  expect(broken).toEqual([]);
});

Deno.test("within kv the store knows no noun, and what reads across all nouns is known to none of them", () => {
  const inner = edges.filter(({ from, to }) => from.startsWith("kv/") && to.startsWith("kv/") && !isTest(from));
  const between = inner.map(({ from, to }) => ({ from, to, rooms: [from.split("/")[1]!, to.split("/")[1]!] as const }))
    .filter(({ rooms: [of, other] }) => of !== other);
  expect(between.length).toBeGreaterThan(100);
  expect(between.filter(({ rooms: [of] }) => of === "store")).toEqual([]);
  expect(between.filter(({ rooms: [, other] }) => other === "records")).toEqual([]);
});

Deno.test("only the site as a whole imports pages, and no page imports a job", () => {
  const isPage = (path: string) => path.startsWith("routes/pages/");
  const product = edges.filter(({ from }) => !isTest(from));
  const toPages = product.filter(({ from, to }) => !isPage(from) && isPage(to));
  expect(toPages).toEqual([{ from: "routes/app.tsx", to: "routes/pages/index.ts" }]);
  const fromPages = product.filter(({ from }) => isPage(from));
  expect(fromPages.length).toBeGreaterThan(1000);
  expect(fromPages.filter(({ to }) => to.startsWith("routes/jobs/"))).toEqual([]);
});

/** Circles of imports, each as its files in order. */
function circlesOf(graph: Graph): string[] {
  const circles = new Set<string>();
  const done = new Set<string>();
  const walk = (file: string, way: string[]) => {
    const since = way.indexOf(file);
    if (since >= 0) return void circles.add([...way.slice(since)].sort().join(" "));
    if (done.has(file)) return;
    for (const target of graph.get(file) ?? []) walk(target, [...way, file]);
    done.add(file);
  };
  for (const file of graph.keys()) walk(file, []);
  return [...circles];
}

Deno.test("no file leads back to itself, not even for a type", () => {
  expect(circlesOf(new Map([["a", ["b"]], ["b", ["c"]], ["c", ["b"]]]))).toEqual(["b c"]);
  expect(circlesOf(graph)).toEqual([]);
});

Deno.test("nor does a file of the tests, the demo, the tools or the measurements", async () => {
  const sources: Graph = new Map();
  for (const room of ["tests", "demo", "tools", "bench"]) await readImports(new URL(`${room}/`, root), sources);
  expect(sources.size).toBeGreaterThan(200);
  expect(circlesOf(sources)).toEqual([]);
});

/** Reads what each file of a folder imports, types included; none of these files is reached from main.ts. */
async function readImports(folder: URL, graph: Graph): Promise<void> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) await readImports(new URL(`${name}/`, folder), graph);
    if (!/\.tsx?$/.test(name)) continue;
    const file = new URL(name, folder);
    const targets = (await Deno.readTextFile(file)).matchAll(/(?:from|import\() ?"(\.{1,2}\/[^"]+)"/g);
    graph.set(
      file.href.slice(root.length),
      Array.from(targets, ([, to]) => new URL(to!, file).href.slice(root.length)),
    );
  }
}

Deno.test("Hono stays in main and routes", () => {
  const users = edges.filter(({ to }) => /\/hono@|^npm:\/?hono@|^hono/.test(to)).map(({ from }) => from);
  expect(users.length).toBeGreaterThan(0);
  expect(users.filter((from) => roomOf(from) !== "routes" && from !== "main.ts")).toEqual([]);
});

Deno.test("only kv/store/open.ts opens the store", async () => {
  const openers: string[] = [];
  for (const file of graph.keys()) {
    if (!/\.tsx?$/.test(file)) continue;
    if (/\bDeno\.openKv\(/.test(await Deno.readTextFile(new URL(file, root)))) openers.push(file);
  }
  expect(openers).toEqual(["kv/store/open.ts"]);
});

Deno.test("nothing that an island reaches touches the server's rooms, not even for a type", async () => {
  for (const island of islandFiles()) {
    const reached = new Set<string>();
    const visit = (file: string) => {
      if (reached.has(file)) return;
      reached.add(file);
      for (const target of graph.get(file) ?? []) visit(target);
    };
    visit(island);
    const forbidden = [...reached].filter((file) => ["kv", "services", "chat/server", "routes"].includes(roomOf(file)));
    expect({ island, forbidden }).toEqual({ island, forbidden: [] });
  }
});
