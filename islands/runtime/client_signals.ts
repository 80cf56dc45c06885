/** The library of signals as a chunk of its own, for pages on which signals travel. */
export { signal } from "@preact/signals";
