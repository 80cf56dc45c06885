import { expect } from "expect";
import { pathToFileURL } from "node:url";
import { buildAssets } from "./build.ts";
import { loadManifest, type Manifest, manifestOf } from "./manifest.ts";

const fixtures = new URL("fixtures/", import.meta.url);
const options = { islandsDir: new URL("islands/", fixtures), staticDir: new URL("static/", fixtures) };

async function withBuild(
  work: (manifest: Manifest, read: (url: string) => string, outDir: URL) => void | Promise<void>,
) {
  const path = Deno.makeTempDirSync();
  const outDir = pathToFileURL(`${path}/`);
  try {
    await buildAssets({ ...options, outDir });
    const read = (url: string) => Deno.readTextFileSync(new URL(`.${url}`, outDir));
    await work(loadManifest(new URL("manifest.json", outDir)), read, outDir);
  } finally {
    Deno.removeSync(path, { recursive: true });
  }
}

Deno.test("every island becomes a module, and what they share is built once", () =>
  withBuild((manifest, read) => {
    expect(Object.keys(manifest.islands)).toEqual(["broken", "counter", "drawer", "hello", "likes"]);
    const hello = manifest.islands.hello!;
    expect(hello.file).toMatch(/^\/assets\/island_hello\.[A-Z0-9]{8}\.js$/);
    expect(hello.imports).toContain(manifest.client);
    expect(read(manifest.client)).toContain("island-data");
    expect(read(hello.file).length).toBeLessThan(600);
    expect(manifest.islands.drawer!.uses).toEqual(["counter"]);
    expect(hello.uses).toEqual([]);
    expect(manifest.devReload).toBeUndefined();
  }));

Deno.test("an island without signals loads no signals", () =>
  withBuild((manifest, read) => {
    const { file, imports } = manifest.islands.hello!;
    const shipped = [file, ...imports].map(read).join();
    expect(shipped).not.toContain("Cycle detected");
    expect([manifest.signals.file, ...manifest.signals.imports].map(read).join()).toContain("Cycle detected");
  }));

Deno.test("the stylesheet keeps modern colours and names hashed copies", () =>
  withBuild((manifest, read) => {
    const css = read(manifest.stylesheet);
    expect(manifest.stylesheet).toMatch(/^\/assets\/site\.\w{8}\.css$/);
    expect(css).toContain("light-dark(oklch(");
    expect(css).toContain("--paper:oklch(");
    expect(css).toContain("margin-inline-start:0");
    expect(css).toMatch(/& \.island|\.island\{/);
    expect(css).toContain(manifest.files["/static/fonts/face.woff2"]);
    expect(css).toContain(`${manifest.files["/static/images/mark.svg"]}#day`);
    expect(css).toContain(manifest.files["/static/css/chevron.svg"]);
    expect(css).not.toContain("../");
    expect(read(manifest.files["/static/fonts/face.woff2"]!)).toBe("not really a font\n");
  }));

Deno.test("portraits keep their names, the rest of static is hashed", () =>
  withBuild((manifest) => {
    expect(manifest.assetUrl("/static/sounds/bell.mp3")).toMatch(/^\/assets\/bell\.\w{8}\.mp3$/);
    expect(manifest.assetUrl("/static/images/portraits/olena.webp")).toBe("/static/images/portraits/olena.webp");
  }));

Deno.test("the same sources give the same names, and a new build replaces the former one", () =>
  withBuild(async (manifest, _read, outDir) => {
    const names = () => [...Deno.readDirSync(new URL("assets/", outDir))].map((entry) => entry.name).sort();
    const before = names();
    Deno.writeTextFileSync(new URL("assets/chunk.OLD.js", outDir), "");
    const again = await buildAssets({ ...options, outDir });
    expect(again.islands).toEqual(manifest.islands);
    expect(names()).toEqual(before);
    expect([...Deno.readDirSync(outDir)].map((entry) => entry.name).sort()).toEqual([
      "assets",
      "entries",
      "manifest.json",
    ]);
  }));

Deno.test("a build that fails leaves what was there", () =>
  withBuild(async (manifest, read, outDir) => {
    await expect(buildAssets({ ...options, outDir, stylesheet: new URL("none.css", fixtures) })).rejects.toThrow();
    expect(read(manifest.client)).toContain("island-data");
    expect(loadManifest(new URL("manifest.json", outDir)).client).toBe(manifest.client);
  }));

Deno.test("only a development build brings the reloading script", () =>
  withBuild(async (_manifest, read, outDir) => {
    const { devReload } = await buildAssets({ ...options, outDir, dev: true });
    expect(read(devReload!)).toContain("/dev/reload");
  }));

const file = {
  stylesheet: "/assets/site.1.css",
  sheets: {},
  client: "/assets/chunk.1.js",
  islands: {
    promo: { file: "/assets/island_promo.1.js", imports: ["/assets/chunk.1.js"], uses: [] },
    toast: { file: "/assets/island_toast.1.js", imports: ["/assets/chunk.1.js", "/assets/chunk.2.js"], uses: [] },
  },
  signals: { file: "/assets/signals.1.js", imports: ["/assets/chunk.3.js"] },
  files: {},
};
const link = (name: string) => `<link rel="modulepreload" fetchpriority="low" href="/assets/${name}.js">`;
const script = (name: string) => `<script type="module" src="/assets/${name}.js"></script>`;

Deno.test("a page preloads exactly its islands and their chunks, each once, the runtime first", () => {
  expect(manifestOf(file).islandTags(["toast", "promo"])).toEqual({
    preloads: ["chunk.1", "island_toast.1", "chunk.2", "island_promo.1"].map(link),
    scripts: ["chunk.1", "island_toast.1", "island_promo.1"].map(script),
  });
  expect(manifestOf(file).islandTags(["promo"], { signals: true }).preloads).toEqual(
    ["chunk.1", "island_promo.1", "signals.1", "chunk.3"].map(link),
  );
  expect(() => manifestOf(file).islandTags(["nobody"])).toThrow('"nobody" was not built');
});

Deno.test("a page without islands gets no tag and stays as it is", () => {
  const html = "<html><head></head><body>calm</body></html>";
  expect(manifestOf(file).islandTags([])).toEqual({ preloads: [], scripts: [] });
  expect(manifestOf(file).finishPage({ html, islands: [], data: "", signals: false })).toBe(html);
});

Deno.test("a finished page has preloads in its head, data and scripts at the end of its body", () => {
  const html = "<html><head><title>x</title></head><body>x</body></html>";
  expect(manifestOf(file).finishPage({ html, islands: ["promo"], data: "<DATA>", signals: false })).toBe(
    `<html><head><title>x</title>${link("chunk.1")}${link("island_promo.1")}</head>` +
      `<body>x<DATA>${script("chunk.1")}${script("island_promo.1")}</body></html>`,
  );
});

Deno.test("without a build, loading the manifest says what to do", () => {
  expect(() => loadManifest(new URL("none/manifest.json", fixtures))).toThrow("build the assets first");
});

Deno.test("no script of ours calls console.error, which the bundler leaves out", async () => {
  const calling: string[] = [];
  const look = async (folder: URL) => {
    for await (const { name, isDirectory } of Deno.readDir(folder)) {
      if (isDirectory) await look(new URL(`${name}/`, folder));
      else if (/(?<!_test)\.tsx?$/.test(name)) {
        const file = new URL(name, folder);
        if ((await Deno.readTextFile(file)).includes("console.error(")) calling.push(file.pathname);
      }
    }
  };
  for (const room of ["islands", "components", "chat/shared", "i18n"]) {
    await look(new URL(`../../${room}/`, import.meta.url));
  }
  expect(calling).toEqual([]);
});
