/** Copies files under names that change with their content, so that browsers may keep them for ever. */
import { createHash } from "node:crypto";
import { brotliCompressSync, gzipSync } from "node:zlib";

export const hashOf = (content: Uint8Array | string): string =>
  createHash("sha256").update(content).digest("base64url").replace(/[-_]/g, "").slice(0, 8);

/** Writes `content` as `<name>.<hash><extension>` and answers its address. */
export function writeHashed(assetsDir: URL, fileName: string, content: Uint8Array): string {
  const dot = fileName.lastIndexOf(".");
  const name = `${fileName.slice(0, dot)}.${hashOf(content)}${fileName.slice(dot)}`;
  Deno.writeFileSync(new URL(name, assetsDir), content);
  return `/assets/${name}`;
}

/** Fonts and sounds, and the pictures at the top of images/; portraits and the like keep their names. */
const hashedFolders = [
  { folder: "fonts/", isDeep: true },
  { folder: "images/", isDeep: false },
  { folder: "sounds/", isDeep: true },
];

/** Hashed copies of everything that styles and pages name: "/static/fonts/x.woff2" → "/assets/x.HASH.woff2". */
export function copyFiles(staticDir: URL, assetsDir: URL): Record<string, string> {
  const files: Record<string, string> = {};
  for (const { folder, isDeep } of hashedFolders) {
    for (const path of listFiles(new URL(folder, staticDir), isDeep)) {
      const content = Deno.readFileSync(new URL(folder + path, staticDir));
      files[`/static/${folder}${path}`] = writeHashed(assetsDir, path.split("/").at(-1)!, content);
    }
  }
  return files;
}

function listFiles(dir: URL, isDeep: boolean): string[] {
  let entries: Deno.DirEntry[];
  try {
    entries = [...Deno.readDirSync(dir)].sort((a, b) => a.name < b.name ? -1 : 1);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
  return entries.flatMap((entry) => {
    if (entry.isFile) return entry.name.includes(".") ? [entry.name] : [];
    return isDeep ? listFiles(new URL(`${entry.name}/`, dir), true).map((path) => `${entry.name}/${path}`) : [];
  });
}

/** Writes compressed forms beside every text file, which the server sends as they are: "site.HASH.css.br", ".gz". */
export function writeCompressed(assetsDir: URL): void {
  for (const { name } of [...Deno.readDirSync(assetsDir)].filter(({ name }) => /\.(?:css|js|svg|json)$/.test(name))) {
    const content = Deno.readFileSync(new URL(name, assetsDir));
    Deno.writeFileSync(new URL(`${name}.br`, assetsDir), brotliCompressSync(content));
    Deno.writeFileSync(new URL(`${name}.gz`, assetsDir), gzipSync(content));
  }
}

/** Whether there is such a file. */
export function isFile(url: URL): boolean {
  try {
    return Deno.statSync(url).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
