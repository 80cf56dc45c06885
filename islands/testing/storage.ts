/** For tests: browsers that forbid storage, lack it, or have no room in it. */

type Names = "sessionStorage" | "localStorage";

/** What a browser gives for a storage, or throws. */
type Given = (name: Names, real: Storage) => Storage | null;

export const refusedStorage: Given = () => {
  throw new DOMException("The request was denied.", "SecurityError");
};

export const nullStorage: Given = () => null;

export const fullStorage: Given = (_, real) => {
  const refuse = () => {
    throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
  };
  return new Proxy(real, {
    get(target, key) {
      if (key === "setItem") return refuse;
      const value = Reflect.get(target, key);
      return typeof value === "function" ? value.bind(target) : value;
    },
    set: refuse,
  });
};

/** Does `work` in a browser that gives these storages. */
export async function withStorage(given: Given, work: () => unknown): Promise<void> {
  const names = ["sessionStorage", "localStorage"] as const;
  const real = names.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)!] as const);
  for (const [name] of real) {
    const own = globalThis[name];
    Object.defineProperty(globalThis, name, { configurable: true, get: () => given(name, own) });
  }
  try {
    await work();
  } finally {
    for (const [name, descriptor] of real) Object.defineProperty(globalThis, name, descriptor);
  }
}
