/**
 * What stands nearest to where something stood that leaves a list: the next one, or else the one before it. There a page goes
 * on without a script, instead of at its top.
 */
export function neighbourOf<Item>(list: readonly Item[], leaves: Item): Item | undefined {
  const at = list.indexOf(leaves);
  return at === -1 ? undefined : list[at + 1] ?? list[at - 1];
}
