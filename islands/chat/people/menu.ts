/** The menus behind a name or three dots. Like all menus, islands/page_chrome closes them on a click elsewhere. */

/** Closes the menu around the chosen item `within`, and focuses what opens the menu. */
export function closeMenu(within: Element): void {
  const menu = within.closest<HTMLDetailsElement>("details.menu")!;
  menu.open = false;
  menu.querySelector("summary")!.focus();
}
