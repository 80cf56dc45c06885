/** Mends what precompiled JSX writes differently from React: `aria-expanded={false}` and `defaultValue` must not vanish. */
import { options } from "preact";
import { jsxAttr } from "preact/jsx-runtime";

const enumerated = new Set(["draggable", "spellcheck", "contenteditable"]);
/** The compiler writes every name in lower case, which Preact then does not know. */
const uncontrolled = { defaultvalue: "value", defaultchecked: "checked" } as Record<string, string>;

/**
 * Booleans of aria-*, data-* and enumerated attributes become "true" and "false"; defaults of fields become their
 * values. Only computed attributes pass through the hook, and no literal ones such as `aria-hidden={true}`: write
 * `aria-hidden="true"`. Elements of fields with `value` or `defaultValue` must be listed in `jsxPrecompileSkipElements`.
 */
export function repairPrecompiledAttributes(): void {
  const hooks = options as { attr?: (name: string, value: unknown) => string | void | null };
  const earlierAttr = hooks.attr;
  hooks.attr = (name, value) => {
    if (typeof value === "boolean" && (name[4] === "-" || enumerated.has(name.toLowerCase()))) {
      return `${name}="${value}"`;
    }
    const mended = uncontrolled[name];
    return mended ? jsxAttr(mended, value) : earlierAttr?.(name, value);
  };

  const earlierVNode = options.vnode;
  options.vnode = (vnode) => {
    earlierVNode?.(vnode);
    if (typeof vnode.type !== "string") return;
    const props = vnode.props as Record<string, unknown>;
    for (const name in uncontrolled) {
      if (name in props) {
        props[uncontrolled[name]!] ??= props[name];
        delete props[name];
      }
    }
  };
}
