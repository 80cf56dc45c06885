/** What opens behind a name or three dots, as every menu of the site does (islands/page_chrome closes them from outside). */

/** Closes the menu that something in it was chosen of; the focus is where it was opened. */
export function closeMenu(within: Element): void {
  const menu = within.closest<HTMLDetailsElement>("details.menu")!;
  menu.open = false;
  menu.querySelector("summary")!.focus();
}
