/**
 * Reads what devalue wrote, in far fewer bytes than devalue's own parser: it knows only what `serialize.ts` lets pass
 * and trusts it, because it comes from our own page. A property test holds the two together.
 */

const specials = [undefined, undefined, NaN, Infinity, -Infinity, -0];

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
    if (tag === "null") {
      const object: Record<string, unknown> = done[index] = Object.create(null);
      for (let i = 1; i < value.length; i += 2) object[value[i]] = at(value[i + 1]);
      return object;
    }
    const list: unknown[] = done[index] = [];
    for (const item of value) list.push(at(item));
    return list;
  }

  return at(0);
}
