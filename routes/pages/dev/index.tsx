/** Pages for developers and testers of the site; they exist in the demo only. */
import { devReload, isDevReload } from "../../../islands/runtime/dev_reload.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { Dependencies } from "../../http/env.ts";
import { answerPage } from "../../http/page.tsx";
import { GalleryView } from "./gallery.tsx";
import { OutboxView } from "./outbox_view.tsx";

export function devPages(deps: Dependencies): PageDefinition[] {
  const { outbox } = deps;
  if (deps.config.mode !== "demo" || !outbox) return [];
  return [
    {
      paths: ["/dev/outbox.json"],
      access: "everyone",
      get: (c) => c.json({ mails: outbox() }, 200, { "cache-control": "no-store" }),
    },
    {
      paths: ["/dev/outbox"],
      access: "everyone",
      get: (c) =>
        answerPage(c, {
          title: c.var.facts.t("gallery:outbox.title"),
          view: <OutboxView mails={outbox()} />,
          robots: "noindex",
          sheets: ["letters"],
        }),
    },
    {
      paths: ["/dev/gallery"],
      access: "everyone",
      get: (c) =>
        answerPage(c, {
          title: c.var.facts.t("gallery:title"),
          view: <GalleryView />,
          robots: "noindex",
          sheets: ["staff", "letters"],
        }),
    },
    ...(isDevReload() ? [{ paths: ["/dev/reload"], access: "everyone" as const, get: () => devReload() }] : []),
  ];
}
