/** Loads Google Tag Manager's container, after the start event that it expects. */
import { loadScript } from "./script.ts";

export function loadTagManager(id: string): void {
  const page = globalThis as unknown as { dataLayer?: unknown[] };
  page.dataLayer = [...page.dataLayer ?? [], { "gtm.start": Date.now(), event: "gtm.js" }];
  loadScript(`https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(id)}`);
}
