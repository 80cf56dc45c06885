/**
 * Parts of pages that are the same for everybody, computed once and kept until a lady changes or a minute has passed.
 * They are rendered without a viewer, and depend on who looks only by who is hidden from her or him.
 */
import type { VNode } from "preact";
import { render } from "preact-render-to-string";
import { PageProvider } from "../../components/page_context.ts";
import type { AppContext } from "../http/env.ts";
import { localHref } from "../http/page.tsx";
import { shownNow } from "./page_shelf.ts";
import { watchPresence } from "./presence_pace.ts";

/** What `make` answers for this locale and address prefix; `key` names everything else that it depends on. */
export async function kept<T>(c: AppContext, key: string, make: () => Promise<T>): Promise<T> {
  const { deps: { store, running }, facts: { locale, prefix } } = c.var;
  // Nobody is hidden from most readers, so they share one value.
  const hidden = [...c.var.signedIn?.blockedIds ?? []].join();
  const fullKey = `${locale} ${prefix} ${hidden} ${key}`;
  const shown = shownNow(store, running.presencePace);
  const known = running.pageParts.get(fullKey, shown);
  if (known) {
    // A page that contains this part shows presence as well.
    if (known.showsPresence) store.ladies.notePresenceRead();
    return known.value as T;
  }
  const watch = watchPresence(store.ladies);
  const value = await make();
  const showsPresence = watch();
  running.pageParts.keep(fullKey, shown, { value, showsPresence }, 1, showsPresence);
  return value;
}

/** The view as text in the locale of the request, rendered without a viewer and without a time zone. */
export function htmlOf(c: AppContext, view: VNode): string {
  const { locale, t, path, prefix } = c.var.facts;
  const href = (to: string) => localHref(prefix, to);
  return render(<PageProvider value={{ locale, t, path, href, viewer: null }}>{view}</PageProvider>);
}
