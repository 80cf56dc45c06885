/** A later build of the site, in a folder of its own. */
import { copyTracked, run } from "../rehearsal/tree.ts";

const root = new URL("../../", import.meta.url).pathname;

export interface NewerBuild {
  folder: string;
  /** Something in its stylesheet that earlier builds do not have. */
  mark: string;
}

/** Makes a build with another stylesheet, and so with other addresses of assets; the store's format is the same. */
export async function makeNewerBuild(folder: string): Promise<NewerBuild> {
  await Deno.mkdir(folder);
  await copyTracked(folder);
  await Deno.symlink(`${root}node_modules`, `${folder}/node_modules`);
  const mark = "later-build";
  await Deno.writeTextFile(`${folder}/static/css/site.css`, `\n.${mark} { display: block; }\n`, { append: true });
  await run([Deno.execPath(), "run", "-A", "tools/build.ts"], folder);
  return { folder, mark };
}

/** Adds a step, so that this build brings the store forward when it is started. */
export async function addFormatStep({ folder }: NewerBuild): Promise<void> {
  const file = `${folder}/kv/store/format/steps.ts`;
  const steps = await Deno.readTextFile(file);
  const end = steps.lastIndexOf("];");
  const step = `  { to: 1000, what: "nothing but its number", carryOut: () => Promise.resolve() },\n`;
  await Deno.writeTextFile(file, steps.slice(0, end) + step + steps.slice(end));
}
