/**
 * Parts of pages that are the same for everybody, worked out once and kept until a lady changes or a minute has passed.
 * Nothing of the person who looks may stand in them but who is hidden from her or him: they are rendered without one.
 */
import type { VNode } from "preact";
import { render } from "preact-render-to-string";
import { PageProvider } from "../../../components/page_context.ts";
import type { Store } from "../../../kv/open.ts";
import type { AppContext } from "../../http/env.ts";
import { localHref } from "../../http/page.tsx";
import { presenceNow, watchPresence } from "../../ladies/presence_pace.ts";

interface Kept {
  value: unknown;
  facts: number;
  /** Null for what says of nobody whether she is online. */
  presence: number | null;
  expiresAt: number;
}

/** Ages and "new" change with time alone. */
const keptMs = 60_000;
const keptAtMost = 200;

const shelves = new WeakMap<Store, Map<string, Kept>>();

/** What `make` answers for this locale and address prefix; `key` names everything else that it depends on. */
export async function kept<T>(c: AppContext, key: string, make: () => Promise<T>): Promise<T> {
  const { deps: { store }, facts: { locale, prefix } } = c.var;
  let shelf = shelves.get(store);
  if (!shelf) shelves.set(store, shelf = new Map());
  // For most nobody is hidden, and they share one value.
  const hidden = [...c.var.signedIn?.blockedIds ?? []].join();
  const fullKey = `${locale} ${prefix} ${hidden} ${key}`;
  const [facts, presence] = [store.ladies.version, presenceNow(store.ladies)];
  const known = shelf.get(fullKey);
  const isSo = known?.facts === facts && (known.presence === null || known.presence === presence);
  if (known && isSo && known.expiresAt > store.now()) {
    // Whoever renders with it shows what it shows.
    if (known.presence !== null) store.ladies.notePresenceRead();
    return known.value as T;
  }
  const showsPresence = watchPresence(store.ladies);
  const value = await make();
  shelf.delete(fullKey);
  const kept: Kept = { value, facts, presence: showsPresence() ? presence : null, expiresAt: store.now() + keptMs };
  shelf.set(fullKey, kept);
  for (const oldest of shelf.keys()) {
    if (shelf.size <= keptAtMost) break;
    shelf.delete(oldest);
  }
  return value;
}

/** A view as text, for a reader of this locale who is nobody in particular. */
export function htmlOf(c: AppContext, view: VNode): string {
  const { locale, t, path, prefix } = c.var.facts;
  const href = (to: string) => localHref(prefix, to);
  return render(<PageProvider value={{ locale, t, path, href, viewer: null }}>{view}</PageProvider>);
}
