/** Pages that menus already name and nobody has built yet; links to them lead to a notice instead. */

/** None at present. Take a path out of this list when its page exists. */
const notYetPaths: readonly string[] = [];

/** Where a link to `path` leads today, before localising. */
export function destinationOf(path: string, notYet = notYetPaths): string {
  return notYet.includes(path) ? `/not-yet?from=${encodeURIComponent(path)}` : path;
}
