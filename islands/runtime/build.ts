/** Builds everything a browser loads into `.build`: scripts, stylesheet, fonts, pictures, and the manifest of them. */
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildCss } from "./build_css.ts";
import { copyFiles, isFile, writeCompressed } from "./build_files.ts";
import { buildScripts } from "./build_scripts.ts";
import { type ManifestFile, sheetNames } from "./manifest.ts";

const root = new URL("../../", import.meta.url);

export interface BuildOptions {
  /** Where to build; a folder of its own, ending in "/". */
  outDir?: URL;
  islandsDir?: URL;
  staticDir?: URL;
  /** The stylesheet to begin with. */
  stylesheet?: URL;
  minify?: boolean;
  /** Adds source maps and the script that reloads the browser. */
  dev?: boolean;
}

/**
 * Builds beside the former assets and replaces them at the end: a build that fails leaves what was there, and the
 * manifest never names a file that does not exist yet.
 */
export async function buildAssets({
  outDir = new URL(".build/", root),
  islandsDir = new URL("islands/", root),
  staticDir = new URL("static/", root),
  stylesheet = new URL("css/site.css", staticDir),
  minify = true,
  dev = false,
}: BuildOptions = {}): Promise<ManifestFile> {
  Deno.mkdirSync(outDir, { recursive: true });
  const stage = Deno.makeTempDirSync({ dir: fileURLToPath(outDir), prefix: "next-" });
  try {
    const assetsDir = pathToFileURL(`${stage}/`);
    const scripts = buildScripts({ islandsDir, entriesDir: new URL("entries/", outDir), assetsDir, minify, dev });
    const files = copyFiles(staticDir, assetsDir);
    const css = (entry: URL) => buildCss({ entry, staticDir, assetsDir, files, minify });
    const sheets = sheetNames.map((name) => [name, new URL(`css/${name}.css`, staticDir)] as const)
      .filter(([, entry]) => isFile(entry));
    const manifest: ManifestFile = {
      stylesheet: css(stylesheet),
      sheets: Object.fromEntries(sheets.map(([name, entry]) => [name, css(entry)])),
      ...scripts,
      files,
    };
    writeCompressed(assetsDir);
    // A folder made for temporary files is private to its owner.
    Deno.chmodSync(stage, 0o755);
    replace(stage, fileURLToPath(new URL("assets", outDir)));
    Deno.writeTextFileSync(new URL("manifest.json", outDir), JSON.stringify(manifest, null, 2));
    return manifest;
  } finally {
    remove(stage);
  }
}

function replace(from: string, to: string): void {
  remove(to);
  Deno.renameSync(from, to);
}

function remove(path: string): void {
  try {
    Deno.removeSync(path, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
