/** Builds what browsers load and prints how much of it there is. `DEV_RELOAD=1` makes it a development build. */
import { buildAssets } from "../islands/runtime/build.ts";
import { isDevReload } from "../islands/runtime/dev_reload.ts";
import { chunkBytes, kilobytes, pageBytes, stylesheetBytes } from "./budgets.ts";

if (import.meta.main) {
  const manifest = await buildAssets({ dev: isDevReload() });
  console.log(`stylesheet ${kilobytes(stylesheetBytes(manifest))} gzip`);
  for (const [name, { file, uses }] of Object.entries(manifest.islands)) {
    const alone = kilobytes(pageBytes(manifest, [name]));
    const also = uses.length > 0 ? `, with ${uses.join(", ")} inside` : "";
    console.log(`island ${name} ${kilobytes(chunkBytes(file))}, alone on a page ${alone}${also}`);
  }
}
