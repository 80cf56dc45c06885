/** The web manifest: what the site is called and looks like when it is installed as an app; one for each language. */
import type { PageDefinition } from "../http/define_page.ts";
import { localHref } from "../http/page.tsx";
import { type Screen, screens } from "./screens.ts";

/** Paper, as in tokens.css. */
const paper = "#f7f2ec";

export const webManifestPage: PageDefinition = {
  paths: ["/manifest.webmanifest"],
  access: "everyone",
  get(c) {
    const { locale, prefix, brand, t } = c.var.facts;
    const start = localHref(prefix, "/");
    const icon = (size: number) => ({
      src: `/static/images/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: "image/png",
    });
    const maskable = {
      src: "/static/images/icon-maskable-512.png",
      sizes: "512x512",
      type: "image/png",
      purpose: "maskable",
    };
    const screenshot = ({ file, shape, width, height, page }: Screen) => ({
      src: file,
      sizes: `${width}x${height}`,
      type: "image/webp",
      form_factor: shape,
      label: page === "/" ? brand.brand : t("common:nav.search"),
    });
    const shortcut = (name: string, path: string) => ({ name: t(name), url: localHref(prefix, path) });
    const manifest = {
      id: start,
      name: brand.brand,
      short_name: brand.brand,
      description: t("common:description"),
      lang: locale,
      dir: "ltr",
      start_url: start,
      scope: "/",
      // Browsers that do not know `minimal-ui` bring notes only to an app without bars.
      display: "standalone",
      display_override: ["minimal-ui"],
      background_color: paper,
      theme_color: paper,
      icons: [icon(192), icon(512), maskable, {
        src: "/static/images/favicon.svg",
        sizes: "any",
        type: "image/svg+xml",
      }],
      screenshots: screens.filter((screen) => screen.locale === locale).map(screenshot),
      shortcuts: [
        shortcut("common:nav.online", "/girls/Online_Ladies"),
        shortcut("common:nav.search", "/search"),
        shortcut("common:foot.howItWorks", "/how-site-works"),
      ],
    };
    return c.body(JSON.stringify(manifest), 200, {
      "content-type": "application/manifest+json",
      "cache-control": "max-age=86400",
    });
  },
};
