/**
 * Reads what devalue wrote, in a fifth of the bytes of devalue's own parser: it knows only what `serialize.ts` lets pass
 * and trusts it, because it comes from our own page. A property test holds the two together.
 */

const specials = [undefined, undefined, NaN, Infinity, -Infinity, -0];
const HOLE = -2;
const SPARSE = -7;

/** Turns devalue's flat array back into the value; `revivers` get the payload of custom tags. */
export function revive(flat: unknown[] | number, revivers: Record<string, (payload: never) => unknown> = {}): unknown {
  if (!Array.isArray(flat)) return specials[-1 - flat];
  const values = flat;
  const done: unknown[] = [];

  function at(index: number): unknown {
    if (index < 0) return specials[-1 - index];
    return index in done ? done[index] : read(index, values[index]);
  }

  // Containers are remembered before they are filled, so that cycles find them.
  function read(index: number, value: unknown): unknown {
    if (!value || typeof value !== "object") return done[index] = value;
    if (!Array.isArray(value)) {
      const object: Record<string, unknown> = done[index] = {};
      for (const key in value) object[key] = at((value as Record<string, number>)[key]!);
      return object;
    }
    const [tag, first] = value;
    const reviver = revivers[tag];
    if (reviver) return done[index] = reviver(at(first) as never);
    if (tag === "Date") return done[index] = new Date(first);
    if (tag === "BigInt") return done[index] = BigInt(first);
    if (tag === "Set") {
      const set = done[index] = new Set();
      for (const item of value.slice(1)) set.add(at(item));
      return set;
    }
    if (tag === "Map") {
      const map = done[index] = new Map();
      for (let i = 1; i < value.length; i += 2) map.set(at(value[i]), at(value[i + 1]));
      return map;
    }
    if (tag === "null") {
      const object: Record<string, unknown> = done[index] = Object.create(null);
      for (let i = 1; i < value.length; i += 2) object[value[i]] = at(value[i + 1]);
      return object;
    }
    const list: unknown[] = done[index] = [];
    if (tag === SPARSE) {
      list.length = first;
      for (let i = 2; i < value.length; i += 2) list[value[i]] = at(value[i + 1]);
    } else {
      list.length = value.length;
      value.forEach((item, i) => item === HOLE || (list[i] = at(item)));
    }
    return list;
  }

  return at(0);
}
