/**
 * Parts of pages that are the same for everybody, worked out once and kept until a lady changes or a minute has passed.
 * Nothing of the person who looks may stand in them but who is hidden from her or him: they are rendered without one.
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
  // For most nobody is hidden, and they share one value.
  const hidden = [...c.var.signedIn?.blockedIds ?? []].join();
  const fullKey = `${locale} ${prefix} ${hidden} ${key}`;
  const shown = shownNow(store, running.presencePace);
  const known = running.pageParts.get(fullKey, shown);
  if (known) {
    // Whoever renders with it shows what it shows.
    if (known.showsPresence) store.ladies.notePresenceRead();
    return known.value as T;
  }
  const watch = watchPresence(store.ladies);
  const value = await make();
  const showsPresence = watch();
  running.pageParts.keep(fullKey, shown, { value, showsPresence }, 1, showsPresence);
  return value;
}

/** A view as text, for a reader of this locale who is nobody in particular, and nowhere. */
export function htmlOf(c: AppContext, view: VNode): string {
  const { locale, t, path, prefix } = c.var.facts;
  const href = (to: string) => localHref(prefix, to);
  return render(<PageProvider value={{ locale, t, path, href, viewer: null }}>{view}</PageProvider>);
}
