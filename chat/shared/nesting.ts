/** How deep JSON from outside may be nested: what walks through it, or stores it, calls itself once a level. */

/** Whether a value has more than so many levels of lists and objects, itself being the first. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  let level = [value];
  for (let left = levels; level.length > 0; left--) {
    level = level.filter((each) => typeof each === "object" && each !== null);
    if (level.length > 0 && left === 0) return true;
    level = level.flatMap((each) => Object.values(each as object));
  }
  return false;
}
