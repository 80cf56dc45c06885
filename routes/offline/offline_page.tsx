/** The page that members' browsers keep for when there is no connection: the same for everybody, with nothing private. */
import { render } from "preact-render-to-string";
import { OfflineView } from "../../components/frame/offline_view.tsx";
import { PageProvider } from "../../components/page_context.ts";
import type { Manifest } from "../../islands/runtime/manifest.ts";
import type { RequestFacts } from "../http/env.ts";
import { localHref } from "../http/page.tsx";

export const offlinePath = "/offline";

/** The addresses of the files that the page names. */
export function offlineFiles(
  { sheets, offlineScript, assetUrl }: Manifest,
): [sheet: string, script: string, sprite: string] {
  if (!sheets.offline || !offlineScript) throw new Error("the page without a connection was not built");
  return [sheets.offline, offlineScript, assetUrl("/static/images/sprite.svg")];
}

/** The typefaces that only its sheet asks for. */
export const offlineFaces = ({ assetUrl }: Manifest): string[] =>
  ["latin", "europe", "cyrillic"].map((letters) => assetUrl(`/static/fonts/offline-${letters}.woff2`));

type Facts = Pick<RequestFacts, "locale" | "t" | "brand" | "prefix">;

/** The whole document. Its script comes first, because it knows which colours the reader chose. */
export function offlineDocument(manifest: Manifest, { locale, t, brand, prefix }: Facts): string {
  const [sheet, script, sprite] = offlineFiles(manifest);
  const href = (path: string) => localHref(prefix, path);
  const title = t("errors:offline.title");
  const page = { locale, t, path: offlinePath, href, viewer: null };
  const head = render(
    <>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{`${title} — ${brand.brand}`}</title>
      <meta name="robots" content="noindex" />
      <script src={script} />
      <link rel="stylesheet" href={sheet} />
    </>,
  );
  const body = render(
    <PageProvider value={page}>
      <OfflineView brand={brand.brand} sprite={sprite} />
    </PageProvider>,
  );
  return `<!doctype html><html lang="${locale}"><head>${head}</head><body>${body}</body></html>`;
}
