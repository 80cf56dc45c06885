/** The documents name only commands, files and headings that exist, and stay as short as they promise. */
import { expect } from "expect";
import { mailsAtOnce } from "../kv/store/jobs/lanes.ts";

const root = new URL("../", import.meta.url);

/** What a document may name. Paths are from the root of the repository, folders end with a slash. */
interface Repository {
  tasks: ReadonlySet<string>;
  paths: ReadonlySet<string>;
  /** Text of each document, by its path. */
  documents: ReadonlyMap<string, string>;
}

/** Every command, path and link of a document that leads nowhere, one sentence each. */
function faultsOf(path: string, repository: Repository): string[] {
  const text = repository.documents.get(path) ?? "";
  const prose = withoutFences(text);
  const faults = [
    ...tasksIn(text).filter((task) => !repository.tasks.has(task)).map((task) => `there is no task ${task}`),
    ...pathsIn(prose, topFoldersOf(repository)).filter((named) => !isThere(named, repository))
      .map((named) => `there is no ${named}`),
    ...linksIn(prose).filter((link) => !leadsSomewhere(path, link, repository)).map((link) => `${link} leads nowhere`),
  ];
  return faults.map((fault) => `${path}: ${fault}`);
}

const withoutFences = (text: string): string => text.replace(/^```[^]*?^```$/gm, "");

const tasksIn = (text: string): string[] =>
  [...text.matchAll(/\bdeno(?:@[\d.]+)? task (?:-q )?([a-z]\w*(?:[:-]\w+)*)/g)].map(([, task]) => task!);

/** Words in backticks that look like a path of the repository. */
function pathsIn(prose: string, topFolders: ReadonlySet<string>): string[] {
  const words = [...prose.matchAll(/`([^`\n]+)`/g)].flatMap(([, code]) => code!.split(/\s+/));
  return words.filter((word) => {
    if (!/^[\w.@-]+(?:\/[\w.@-]+)*\/?$/.test(word)) return false;
    const [first] = word.split("/");
    return (word.includes("/") && topFolders.has(first!)) || /\.(?:tsx?|md|json)$/.test(word);
  });
}

const topFoldersOf = ({ paths }: Repository): Set<string> =>
  new Set([...paths].filter((path) => path.includes("/")).map((path) => path.split("/")[0]!));

const isThere = (named: string, { paths }: Repository): boolean =>
  paths.has(named) || (!named.endsWith("/") && paths.has(`${named}/`));

/** Targets of links and pictures, without those of other sites. */
const linksIn = (prose: string): string[] =>
  [...prose.replace(/`[^`\n]+`/g, "").matchAll(/\[[^\]]*\]\(([^)\s]+)\)/g)].map(([, target]) => target!)
    .filter((target) => !/^[a-z]+:/.test(target));

function leadsSomewhere(from: string, link: string, { paths, documents }: Repository): boolean {
  const base = "https://repository/";
  const { href, hash } = new URL(link, base + from);
  const path = decodeURI(href.slice(base.length, href.length - hash.length));
  if (!paths.has(path) || path.endsWith("/")) return false;
  return hash === "" || anchorsIn(documents.get(path) ?? "").has(hash.slice(1));
}

/** The anchors of a document's headings, as GitHub makes them. */
const anchorsIn = (text: string): Set<string> =>
  new Set([...withoutFences(text).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!)));

const anchorOf = (heading: string): string =>
  heading.trim().toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").replace(/\s/g, "-");

/** Paths with a folder in the comments of a source file that lead nowhere, from the root or from beside the file. */
function lostInComments(file: string, text: string, paths: ReadonlySet<string>): string[] {
  const comments = [...text.matchAll(/(?:^[ \t]*(?:\/\*\*?|\*|\/\/)|[ \t]\/\/ )(.*)$/gm)].map(([, comment]) =>
    comment!
  );
  const named = comments.flatMap((comment) => comment.match(/(?<![\w/.-])(?:\.\.?\/)*(?:\w+\/)+\w+\.tsx?\b/g) ?? []);
  const base = "https://repository/";
  return named.filter((path) => !paths.has(path) && !paths.has(new URL(path, base + file).href.slice(base.length)))
    .map((path) => `${file}: there is no ${path}`);
}

/** The lines of a chapter that are not empty, without its heading. */
function linesOfChapter(text: string, heading: string): string[] {
  const [, chapter = ""] = text.split(`\n## ${heading}\n`);
  return chapter.split(/^## /m)[0]!.split("\n").filter((line) => line.trim() !== "");
}

/** The words in backticks. */
const codeIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);

/** Written by builds, tests and servers. */
const notOurs = new Set([".git", ".build", ".cache", "node_modules", "data", "coverage", "test-results"]);

async function* pathsBelow(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(new URL(folder, root))) {
    if (folder === "" && notOurs.has(name)) continue;
    if (!isDirectory) yield folder + name;
    else {
      yield `${folder}${name}/`;
      yield* pathsBelow(`${folder}${name}/`);
    }
  }
}

const read = (path: string): Promise<string> => Deno.readTextFile(new URL(path, root));

async function realRepository(): Promise<Repository & { checked: string[] }> {
  const paths = new Set(await Array.fromAsync(pathsBelow("")));
  const { tasks } = JSON.parse(await read("deno.json")) as { tasks: Record<string, unknown> };
  const texts = [...paths].filter((path) => path.endsWith(".md"));
  const documents = new Map(await Promise.all(texts.map(async (path) => [path, await read(path)] as const)));
  const checked = texts.filter((path) => !path.includes("/") || path.startsWith("docs/"));
  return { tasks: new Set(Object.keys(tasks)), paths, documents, checked };
}

Deno.test("every command, path and link of the documents exists", async () => {
  const repository = await realRepository();
  for (const path of ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "docs/architecture.md"]) {
    expect(repository.checked).toContain(path);
  }
  expect(repository.checked.flatMap((path) => faultsOf(path, repository))).toEqual([]);
});

Deno.test("every path in a comment leads to a file", async () => {
  const { paths } = await realRepository();
  const sources = [...paths].filter((path) => /\.tsx?$/.test(path));
  const lost = await Promise.all(sources.map(async (path) => lostInComments(path, await read(path), paths)));
  expect(lost.flat()).toEqual([]);
});

Deno.test("the README and the glossary stay short", async () => {
  expect((await read("README.md")).trimEnd().split("\n").length).toBeLessThanOrEqual(130);
  const glossary = linesOfChapter(await read("docs/architecture.md"), "Glossary");
  expect(glossary.length).toBeGreaterThan(10);
  expect(glossary.length).toBeLessThanOrEqual(40);
});

Deno.test("each name of the table of rules stands in one of the files beside it", async () => {
  const lines = linesOfChapter(await read("docs/architecture.md"), "Where a rule stands");
  const rows = lines.filter((line) => /^\|.*`/.test(line));
  const named = rows.map((row) => {
    const [, , files = "", names = ""] = row.split("|");
    return { files: codeIn(files), names: codeIn(names) };
  });
  expect(named.length).toBeGreaterThan(10);
  for (const { files, names } of named) {
    const text = (await Promise.all(files.map(read))).join("\n");
    const lost = names.filter((name) => !new RegExp(`\\b${name}\\b`).test(text));
    expect([files, names.length > 0, lost]).toEqual([files, true, []]);
  }
});

Deno.test("every task is named by the README", async () => {
  const { tasks, documents } = await realRepository();
  const named = new Set(tasksIn(documents.get("README.md")!));
  expect([...tasks].filter((task) => !named.has(task))).toEqual([]);
});

Deno.test("the page about mail says how many go at once", async () => {
  expect(await read("docs/operating/mail.md")).toContain(`${mailsAtOnce} mails are under way at once`);
});

Deno.test("every event that a payment provider is listened to for is named where its webhook is set up", async () => {
  const rows = (await read("docs/configuration.md")).split("\n");
  for (const provider of ["stripe", "paypal", "solidgate"]) {
    const row = rows.find((each) => each.includes(`\`/hooks/${provider}\``))!;
    const named = [...row.matchAll(/`([A-Za-z_]+(?:\.[A-Za-z_]+)*(?:\.\*)?)`/g)].map(([, name]) => name!);
    const source = await read(`services/payments/${provider}_events.ts`);
    const events = [...source.matchAll(/^ *(?:case )?"([A-Za-z_]+(?:\.[A-Za-z_]+)+)":/gm)].map(([, event]) => event!);
    expect(events.length).toBeGreaterThan(2);
    const unnamed = events.filter((event) =>
      !named.some((name) => name === event || (name.endsWith(".*") && event.startsWith(name.slice(0, -1))))
    );
    expect([provider, unnamed]).toEqual([provider, []]);
  }
});

Deno.test("a document that names what does not exist is found out", () => {
  const guide = [
    "# The way in",
    "Run `deno task demo`, or `npx -y deno@2.9.6 task nothing`.",
    "Read `kv/credits/ledger/ledger.ts`, `kv/`, `kv/lost.ts`, `lost.ts` and `routes/lost`, but not `/kv/lost` or `kv/*.ts`.",
    "See [here](#the-way-in), [there](../README.md#run-it), [nowhere](#gone), [lost](lost.md), [far](https://kv.test/a).",
    "```",
    "deno task -q lost   # `kv/unread.ts` [unread](unread.md)",
    "```",
  ].join("\n");
  const documents = new Map([["docs/guide.md", guide], ["README.md", "# Vesna\n\n## Run it\n"]]);
  const paths = new Set([
    ...documents.keys(),
    "docs/",
    "kv/",
    "kv/credits/ledger/ledger.ts",
    "routes/",
    "routes/app.tsx",
  ]);
  const repository = { tasks: new Set(["demo"]), paths, documents };
  expect(faultsOf("README.md", repository)).toEqual([]);
  expect(faultsOf("docs/guide.md", repository)).toEqual([
    "docs/guide.md: there is no task nothing",
    "docs/guide.md: there is no task lost",
    "docs/guide.md: there is no kv/lost.ts",
    "docs/guide.md: there is no lost.ts",
    "docs/guide.md: there is no routes/lost",
    "docs/guide.md: #gone leads nowhere",
    "docs/guide.md: lost.md leads nowhere",
  ]);
});

Deno.test("a comment that names a file by half its path is found out", () => {
  const text = [
    "/** Of kv/open.ts, store/keys.ts and ../main.ts; not of https://vesna.test/a/b.ts. */",
    `const path = "kv/lost.ts"; ${"//"} as in kv/gone.ts`,
    " * and (own_data/erase.ts).",
  ].join("\n");
  const paths = new Set(["kv/open.ts", "kv/store/keys.ts", "main.ts", "kv/records/own_data/erase.ts"]);
  expect(lostInComments("kv/letters.ts", text, paths)).toEqual([
    "kv/letters.ts: there is no kv/gone.ts",
    "kv/letters.ts: there is no own_data/erase.ts",
  ]);
});

Deno.test("a chapter is counted without its heading, empty lines and the chapters behind it", () => {
  const text = "# A\n\n## Glossary\n\n- **letter**: a text.\n\n- **box**: letters.\n\n## More\n\nwords\n";
  expect(linesOfChapter(text, "Glossary")).toEqual(["- **letter**: a text.", "- **box**: letters."]);
  expect(linesOfChapter(text, "Lost")).toEqual([]);
});

Deno.test("anchors are those of GitHub", () => {
  expect(anchorsIn("## A person's own data\n### `kv/` and more\n## 春信 site\n")).toEqual(
    new Set(["a-persons-own-data", "kv-and-more", "春信-site"]),
  );
});
