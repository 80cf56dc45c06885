/**
 * Marks islands while a page is rendered on the server, and gathers what they need in the browser. Preact's vnode hook
 * swaps an island for its marker; all state of a render stands in a context, so that requests never see each other's.
 */
import { Signal } from "@preact/signals";
import {
  type ComponentChildren,
  type ComponentType,
  createContext,
  h,
  isValidElement,
  options,
  type VNode,
} from "preact";
import { renderToString } from "preact-render-to-string";
import { useContext } from "preact/hooks";
import type { Locale } from "../../i18n/locales.ts";
import { repairPrecompiledAttributes } from "./attributes.ts";
import { type Island, islandOf, loadIslands, stringsOf } from "./registry.ts";
import { hasSignals, type IslandData, serialize, SlotReference } from "./serialize.ts";

export { loadIslands };

type Props = Record<string, unknown> & { children?: ComponentChildren };

/** What one render gathers. */
interface Gathering {
  islands: { island: Island; props: Record<string, unknown> }[];
  slotCount: number;
}

/** Null outside of renderPage and inside an island: there islands are plain components. */
const Scope = createContext<Gathering | null>(null);

export interface RenderedPage {
  html: string;
  /** Names of the islands on the page, each once. */
  islands: string[];
  /** The data block, which may stand anywhere in the body; empty if there is no island. */
  data: string;
  /** Whether islands get signals, so that the page can preload their library. */
  signals: boolean;
}

/**
 * Renders a page. `prefix` is what `href` puts before a path ("", "/en", "/zh-hans"), `path` the page's own without it.
 * Throws where an island gets a prop that cannot travel.
 */
export function renderPage(page: VNode, at: { locale: Locale; prefix: string; path: string }): RenderedPage {
  const gathering: Gathering = { islands: [], slotCount: 0 };
  const html = renderToString(h(Scope.Provider, { value: gathering }, page));
  if (gathering.islands.length === 0) return { html, islands: [], data: "", signals: false };

  const found = gathering.islands.map(({ island }) => island);
  const data = serialize({
    ...at,
    islands: gathering.islands.map(({ island, props }): IslandData["islands"][number] => [island.name, props]),
    strings: stringsOf(found, at.locale),
  });
  return { html, islands: [...new Set(found.map((island) => island.name))], data, signals: hasSignals(data) };
}

// ── marking ───────────────────────────────────────────────────────────────

const markers = new Map<Island, ComponentType<Props>>();

const earlierHook = options.vnode;
options.vnode = (vnode) => {
  earlierHook?.(vnode);
  const island = typeof vnode.type === "function" ? islandOf(vnode.type) : undefined;
  if (island) vnode.type = markerOf(island, vnode.type as ComponentType<Props>);
};
repairPrecompiledAttributes();

function markerOf(island: Island, component: ComponentType<Props>): ComponentType<Props> {
  const known = markers.get(island);
  if (known) return known;
  const marker = (props: Props) => {
    const gathering = useContext(Scope);
    return gathering ? mark(gathering, island, component, props) : unmarked(component, props);
  };
  markers.set(island, marker);
  return marker;
}

/** The island itself: the hook has just swapped the type, so it is put back. */
function unmarked(component: ComponentType<Props>, props: Props): VNode<Props> {
  const vnode = h(component, props);
  vnode.type = component;
  return vnode;
}

function mark(gathering: Gathering, island: Island, component: ComponentType<Props>, props: Props): ComponentChildren {
  const index = gathering.islands.length;
  const slots: SlotState[] = [];
  const shown: Props = {};
  const sent: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(props)) {
    if (holdsVNode(value)) {
      const slot = { id: gathering.slotCount++, gathering, content: value as ComponentChildren, isRendered: false };
      slots.push(slot);
      shown[name] = h(Slot, { slot });
      sent[name] = new SlotReference(slot.id);
    } else {
      shown[name] = sent[name] = value;
    }
  }
  gathering.islands.push({ island, props: sent });

  const content = withOwnIds(unmarked(component, shown), index + 1);
  return [
    h("div", { "data-island": index, class: "island" }, h(Scope.Provider, { value: null }, content)),
    ...slots.map((slot) => h(UnrenderedSlot, { slot })),
  ];
}

/** A signal counts as a valid element too, because its library makes it renderable; but it travels as itself. */
function holdsVNode(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsVNode);
  return isValidElement(value) && !(value instanceof Signal);
}

/**
 * `useId` counts from the nearest vnode with a mask (mangled `__m`). In the browser every island is a root of its own,
 * so that without a mask of its own each would count from zero again: doubled ids, other than the server's.
 */
function withOwnIds<V>(vnode: V, namespace: number | string): V {
  return Object.assign(vnode as V & object, { __m: [namespace, 0] });
}

// ── slots ─────────────────────────────────────────────────────────────────

interface SlotState {
  id: number;
  gathering: Gathering;
  content: ComponentChildren;
  isRendered: boolean;
}

const content = (slot: SlotState) =>
  withOwnIds(h(Scope.Provider, { value: slot.gathering }, slot.content), `s${slot.id}`);

/** The children of an island, rendered as part of the page: opaque HTML for the island, with islands of their own. */
function Slot({ slot }: { slot: SlotState }) {
  slot.isRendered = true;
  return h("div", { "data-slot": slot.id, class: "island" }, content(slot));
}

/** Rendered after its island: keeps the children that the island does not show at first, for when it does. */
function UnrenderedSlot({ slot }: { slot: SlotState }) {
  return slot.isRendered ? null : h("template", { "data-slot": slot.id }, content(slot));
}
