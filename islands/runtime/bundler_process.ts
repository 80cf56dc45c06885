/**
 * Makes the bundler use one short process a build; its worker thread would keep its port open after it. Imported before
 * the bundler, which reads this once, when it is loaded.
 */
Deno.env.set("ESBUILD_WORKER_THREADS", "0");
