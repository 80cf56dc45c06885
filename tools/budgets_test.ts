import { expect } from "expect";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { budgetTable, checkBudgets, pageBytes } from "./budgets.ts";

/** 1,000 letters that gzip cannot compress to less than half. */
const noise = (seed: number) =>
  Array.from({ length: 1000 }, (_, i) => Math.sin(seed * 1000 + i).toString(36)[5]).join("");
const gzipped = (text: string) => gzipSync(text).length;

const manifest = {
  stylesheet: "/assets/site.css",
  sheets: {},
  client: "/assets/client.js",
  islands: {
    promo: { file: "/assets/promo.js", imports: ["/assets/client.js", "/assets/shared.js"], uses: [] },
    toast: { file: "/assets/toast.js", imports: ["/assets/client.js", "/assets/shared.js"], uses: [] },
  },
  signals: { file: "/assets/signals.js", imports: [] },
  files: {},
};
const contents: Record<string, string> = {
  "site.css": noise(0).repeat(1),
  "letters.css": noise(6),
  "client.js": noise(1),
  "shared.js": noise(2),
  "promo.js": noise(3),
  "toast.js": noise(4),
  "signals.js": noise(5),
};

function withAssets(work: (dir: URL) => void) {
  const path = Deno.makeTempDirSync();
  try {
    for (const [name, text] of Object.entries(contents)) Deno.writeTextFileSync(`${path}/${name}`, text);
    work(pathToFileURL(`${path}/`));
  } finally {
    Deno.removeSync(path, { recursive: true });
  }
}
const sum = (...names: string[]) => names.reduce((total, name) => total + gzipped(contents[name]!), 0);

Deno.test("a page weighs its islands and their shared chunks, each once, gzipped", () =>
  withAssets((dir) => {
    expect(pageBytes(manifest, [], { dir })).toBe(0);
    expect(pageBytes(manifest, ["promo"], { dir })).toBe(sum("client.js", "shared.js", "promo.js"));
    expect(pageBytes(manifest, ["promo", "toast"], { dir, signals: true })).toBe(
      sum("client.js", "shared.js", "promo.js", "toast.js", "signals.js"),
    );
    expect(() => pageBytes(manifest, ["nobody"], { dir })).toThrow('"nobody" was not built');
  }));

Deno.test("a page at its limit passes, one byte over it fails; the stylesheet is always measured", () =>
  withAssets((dir) => {
    const bytes = sum("client.js", "shared.js", "promo.js");
    const page = (name: string, limitBytes: number) => ({ name, islands: ["promo"], limitBytes });
    const lines = checkBudgets([page("home", bytes), page("search", bytes - 1)], manifest, dir);
    expect(lines.map(({ name, ok }) => [name, ok])).toEqual([["stylesheet", true], ["home", true], ["search", false]]);
    expect(budgetTable(lines).split("\n")[0]).toMatch(/^OVER .* search$/);
  }));

Deno.test("a sheet of its own rooms is measured beside the site's, against a limit of its own", () =>
  withAssets((dir) => {
    const lines = checkBudgets([], { ...manifest, sheets: { letters: "/assets/letters.css" } }, dir);
    expect(lines.map(({ name, ok }) => [name, ok])).toEqual([["stylesheet", true], ["stylesheet for letters", true]]);
    Deno.writeTextFileSync(new URL("letters.css", dir), Array.from({ length: 9 }, (_, i) => noise(i + 10)).join(""));
    expect(checkBudgets([], { ...manifest, sheets: { letters: "/assets/letters.css" } }, dir)[1]!.ok).toBe(false);
  }));

Deno.test("a stylesheet over 20 kB fails", () =>
  withAssets((dir) => {
    Deno.writeTextFileSync(new URL("site.css", dir), Array.from({ length: 60 }, (_, i) => noise(i + 10)).join(""));
    expect(checkBudgets([], manifest, dir)[0]!.ok).toBe(false);
  }));
