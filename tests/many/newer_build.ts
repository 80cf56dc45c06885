/** A later build of the site, in a folder of its own. */
import { copyTracked, run } from "../rehearsal/tree.ts";

const root = new URL("../../", import.meta.url).pathname;

export interface NewerBuild {
  folder: string;
  /** Something in its stylesheet that no earlier build has. */
  mark: string;
}

/** Another stylesheet, and so other addresses of what browsers load; the store is as before. */
export async function makeNewerBuild(folder: string): Promise<NewerBuild> {
  await Deno.mkdir(folder);
  await copyTracked(folder);
  await Deno.symlink(`${root}node_modules`, `${folder}/node_modules`);
  const mark = "later-build";
  await Deno.writeTextFile(`${folder}/static/css/site.css`, `\n.${mark} { display: block; }\n`, { append: true });
  await run([Deno.execPath(), "run", "-A", "tools/build.ts"], folder);
  return { folder, mark };
}

/** From now on whoever starts it brings the store forward by one step. */
export async function addFormatStep({ folder }: NewerBuild): Promise<void> {
  const file = `${folder}/kv/store/format/steps.ts`;
  const steps = await Deno.readTextFile(file);
  const end = steps.lastIndexOf("];");
  const step = `  { to: 1000, what: "nothing but its number", carryOut: () => Promise.resolve() },\n`;
  await Deno.writeTextFile(file, steps.slice(0, end) + step + steps.slice(end));
}
