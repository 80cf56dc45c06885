/** The library of signals as a chunk of its own, for pages whose islands get signals. */
export { signal } from "@preact/signals";
