/** robots.txt: tells crawlers where the sitemap is, and which pages hold nothing for them. */
import type { PageDefinition } from "../http/define_page.ts";
import { localesOf, prefixOf } from "../middleware/locale.ts";

/** Pages of members and steps of forms; in every language. */
const closed = [
  "/man/",
  "/lady/",
  "/agency",
  "/admin",
  "/auth/",
  "/logout",
  "/email-confirmation/",
  "/password-reset/",
  "/unsubscribe/",
  "/language/",
  "/theme",
  "/list-look",
  "/not-yet",
  "/dev/",
  "/sandbox/",
];

export const robotsPage: PageDefinition = {
  paths: ["/robots.txt"],
  access: "everyone",
  get(c) {
    const { variant, origin } = c.var.facts;
    const prefixes = [...new Set(localesOf(variant).map((locale) => prefixOf(variant, locale) ?? ""))];
    const lines = [
      "User-agent: *",
      "Disallow: /api/",
      "Disallow: /chat/",
      ...prefixes.flatMap((prefix) => closed.map((path) => `Disallow: ${prefix}${path}`)),
      "",
      `Sitemap: ${origin}/sitemap.xml`,
      "",
    ];
    return c.body(lines.join("\n"), 200, {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "max-age=3600",
    });
  },
};
