/**
 * `deno task install`: the packages that the site needs, and no more. With `--if-missing` (`deno task packages`) nothing is
 * touched once they were installed: `deno install` makes some of its links anew each time, even below a running server, which
 * nobody but the owner of the repository can. Whatever builds installs in any case, so that no package is missing after a pull.
 */
const root = new URL("../", import.meta.url);

/** What the site is started by; what these import is all that it needs. */
const entryPoints = ["main.ts", "tools/build.ts", "tools/demo.ts", "tools/start.ts"];

/** Says for which packages the folder was filled; it goes with the folder. */
const note = new URL("node_modules/.complete", root);

/** Names the packages and their versions. */
async function wanted(): Promise<string> {
  const texts = await Promise.all(["deno.json", "deno.lock"].map((name) => Deno.readTextFile(new URL(name, root))));
  const bytes = new TextEncoder().encode([...texts, ...entryPoints].join("\0"));
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

if (import.meta.main) {
  const name = await wanted();
  const found = Deno.args.includes("--if-missing") ? await Deno.readTextFile(note).catch(() => null) : null;
  if (found !== name) {
    const { code } = await new Deno.Command(Deno.execPath(), {
      args: ["install", "--quiet", "--unstable-npm-lazy-caching", "--entrypoint", ...entryPoints],
      cwd: root,
    }).spawn().status;
    if (code !== 0) Deno.exit(code);
    // A new file: the one that is there may be another folder's as well, by a hard link.
    await Deno.remove(note).catch(() => {});
    await Deno.writeTextFile(note, await wanted());
  }
}
