/**
 * Wakes the islands of a page: reads the data block once, gives every marker its component and props. Each island on
 * the page has a module script of its own which calls `start`; this module is the part they share.
 */
import { type ComponentType, hydrate, options, type VNode } from "preact";
import { useEffect } from "preact/hooks";
// Islands are compiled to calls of `jsx`; that this module uses it, too, saves a chunk.
import { jsx } from "preact/jsx-runtime";
import { type PageContext, PageProvider } from "../../components/page_context.ts";
import { islandTranslator } from "../../i18n/island_translate.ts";
import { reloadOnChunkFailure } from "./chunk_failure.ts";
import { Slot } from "./client_slot.ts";
import { revive } from "./revive.ts";
import type { IslandData } from "./serialize.ts";

declare module "preact" {
  interface Options {
    __e: (error: unknown) => void;
  }
}

interface Page extends Pick<IslandData, "islands"> {
  context: PageContext;
}

reloadOnChunkFailure();

// Every failure of a component comes here (mangled `_catchError`). Preact would throw it on, and one of an effect would keep
// the effects of all islands from running, now and later.
options.__e = (error) => reportError(error);

const components = new Map<string, ComponentType>();
const awake = new WeakSet<Element>();
let loading: Promise<void> | undefined;
let page: Page;

/** Called by the module script of each island on the page. */
export async function start(name: string, component: ComponentType<never>): Promise<void> {
  components.set(name, component as ComponentType);
  await (loading ??= load());
  wake(document);
}

async function load(): Promise<void> {
  const text = document.getElementById("island-data")!.textContent!;
  // Only pages whose islands get signals load their library.
  const signal = text.includes('["Signal",') ? (await import("./client_signals.ts")).signal : undefined;
  const { locale, prefix, path, islands, strings } = revive(JSON.parse(text), {
    Signal: ([value]: [unknown]) => signal!(value),
    Slot: ([id]: [number]) => jsx(Slot, { id, wake }),
  }) as IslandData;
  const href = (to: string) => to === "/" ? prefix || to : prefix + to;
  page = { islands, context: { locale, path, href, t: islandTranslator(locale, strings), viewer: null } };
}

function wake(root: ParentNode): void {
  for (const marker of root.querySelectorAll<HTMLElement>("[data-island]")) {
    const index = Number(marker.dataset.island);
    const [name, props] = page.islands[index]!;
    const component = components.get(name);
    if (!component || awake.has(marker)) continue;
    awake.add(marker);
    // The mask of useId, as in mark.ts: the same namespace as on the server.
    const island = Object.assign(jsx(component, props), { __m: [index + 1, 0] });
    const ready = jsx(Ready, { marker, children: island });
    hydrate(jsx(PageProvider, { value: page.context, children: ready }), marker);
  }
}

/** Effects run from the inside out: when this one does, the island listens. */
function Ready({ marker, children }: { marker: HTMLElement; children: VNode }) {
  useEffect(() => void (marker.dataset.hydrated = ""), []);
  return children;
}
