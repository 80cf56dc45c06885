/** Mends what precompiled JSX writes differently from React: `aria-expanded={false}` must not vanish. */
import { options } from "preact";

const enumerated = new Set(["draggable", "spellcheck", "contenteditable"]);

/**
 * Booleans of aria-*, data-* and enumerated attributes become "true" and "false". Only computed values pass through the
 * hook; a literal `aria-hidden={true}` is compiled to a bare attribute, so write `aria-hidden="true"`.
 */
export function repairPrecompiledAttributes(): void {
  const hooks = options as { attr?: (name: string, value: unknown) => string | void };
  const earlier = hooks.attr;
  hooks.attr = (name, value) => {
    if (typeof value === "boolean" && (name[4] === "-" || enumerated.has(name.toLowerCase()))) {
      return `${name}="${value}"`;
    }
    return earlier?.(name, value);
  };
}
