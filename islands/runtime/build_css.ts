/** Bundles a stylesheet: resolves imports, minifies, and replaces addresses by those of hashed copies. */
import { bundle, Features } from "lightningcss";
import { fileURLToPath, pathToFileURL } from "node:url";
import { writeHashed } from "./build_files.ts";

/** Browsers of 2024 and later: nesting, oklch and light-dark() are native there and stay as they are written. */
const targets = { chrome: 123 << 16, edge: 123 << 16, firefox: 121 << 16, safari: (17 << 16) | (5 << 8) };
const untouched = Features.Nesting | Features.LightDark | Features.OklabColors | Features.LogicalProperties;

/**
 * Bundles `entry` into `assetsDir` and answers its address. `files` maps addresses under /static to hashed copies.
 * Throws where a `url()` names a file that does not exist.
 */
export function buildCss(
  { entry, staticDir, assetsDir, files, minify }: {
    entry: URL;
    staticDir: URL;
    assetsDir: URL;
    files: Record<string, string>;
    minify: boolean;
  },
): string {
  const { code, dependencies } = bundle({
    filename: fileURLToPath(entry),
    minify,
    targets,
    exclude: untouched,
    analyzeDependencies: { preserveImports: true },
  });
  let css = new TextDecoder().decode(code);
  for (const dependency of dependencies ?? []) {
    if (dependency.type !== "url") continue;
    const url = resolve(dependency.url, dependency.loc.filePath, staticDir, files, assetsDir);
    css = css.replaceAll(dependency.placeholder, url);
  }
  const name = entry.pathname.split("/").at(-1)!;
  return writeHashed(assetsDir, name, new TextEncoder().encode(css));
}

function resolve(url: string, from: string, staticDir: URL, files: Record<string, string>, assetsDir: URL): string {
  if (/^(data:|#)/.test(url)) return url;
  const [path, fragment] = url.split("#") as [string, string?];
  const file = path.startsWith("/static/") ? new URL(path.slice(8), staticDir) : new URL(path, pathToFileURL(from));
  const published = `/static/${file.href.slice(staticDir.href.length)}`;
  // A picture that only the stylesheet knows gets its hashed copy here.
  files[published] ??= writeHashed(assetsDir, file.pathname.split("/").at(-1)!, Deno.readFileSync(file));
  return files[published] + (fragment === undefined ? "" : `#${fragment}`);
}
