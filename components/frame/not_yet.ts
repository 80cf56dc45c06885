/** Pages that menus already name but that do not exist yet; links to them lead to a notice instead. */

/** None at present. Take a path out of this list when its page exists. */
const notYetPaths: readonly string[] = [];

/** The path that a link to `path` leads to at present, before localising. */
export function destinationOf(path: string, notYet = notYetPaths): string {
  return notYet.includes(path) ? `/not-yet?from=${encodeURIComponent(path)}` : path;
}
