/** A handle on the store with some of its methods replaced. */

/** The handle, but with these methods in place of its own. */
export const withMethods = (kv: Deno.Kv, methods: Partial<Deno.Kv>): Deno.Kv =>
  new Proxy(kv, {
    get(target, name) {
      const own = methods[name as keyof Deno.Kv];
      if (own) return own;
      const value = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
