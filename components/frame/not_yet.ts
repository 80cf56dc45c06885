/** Pages that menus already name and nobody has built yet; links to them lead to a notice instead. */

/** Take a path out of this list when its page exists. */
export const notYetPaths: readonly string[] = [
  "/man/men-account",
];

/** Where a link to `path` leads today, before localising. */
export function destinationOf(path: string): string {
  return notYetPaths.includes(path) ? `/not-yet?from=${encodeURIComponent(path)}` : path;
}
