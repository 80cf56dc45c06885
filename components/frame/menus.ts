/** The menus of each kind of visitor, as data; the header and the small menu draw the same list. */
import type { Viewer } from "../page_context.ts";
import { staffMenu } from "./staff_menu.ts";
import type { MenuGroup, MenuLink, MenuNode } from "./types.ts";

export const isGroup = (node: MenuNode): node is MenuGroup => "links" in node;

function letters(path: string, section: string, viewer: Viewer): MenuLink {
  const newCount = viewer.newLetters.inbox + viewer.newLetters.introduction;
  return { word: "common:nav.letters", path, section, newCount };
}

function ladies(allGirlsPath: string, isMan: boolean): MenuGroup {
  const links: MenuLink[] = [
    { word: "common:nav.allLadies", path: allGirlsPath },
    { word: "common:nav.online", path: "/girls/Online_Ladies" },
    { word: "common:nav.newLadies", path: "/girls/New_Ladies" },
    { word: "common:nav.top", path: "/girls/Top_50" },
  ];
  const mansLinks: MenuLink[] = [
    { word: "common:nav.favorites", path: "/girls/Favorites" },
    { word: "common:nav.birthdays", path: "/girls/Upcoming_Birthdays" },
  ];
  return { word: "common:nav.ladies", links: isMan ? [...links, ...mansLinks] : links };
}

/** The main menu (specification, section 2): guests, men, ladies and each group of staff have their own. */
export function mainMenu(viewer: Viewer | null, allGirlsPath: string): MenuNode[] {
  if (viewer?.groupId === 2) {
    return [
      letters("/lady/mail/inbox", "/lady/mail", viewer),
      { word: "common:nav.chat", path: "/lady/chat", section: "/lady/chat" },
    ];
  }
  if (viewer?.groupId === 3 || viewer?.groupId === 4 || viewer?.groupId === 5) return staffMenu(viewer.groupId);
  const search: MenuLink = { word: "common:nav.search", path: "/search" };
  if (viewer?.groupId === 1) {
    return [
      search,
      ladies(allGirlsPath, true),
      letters("/man/mail/inbox", "/man/mail", viewer),
      { word: "common:nav.chat", path: "/man/chat", section: "/man/chat" },
    ];
  }
  return [search, ladies(allGirlsPath, false), { word: "common:nav.contact", path: "/contact-us" }];
}

/** The account menu: a man's own pages, a lady's profile, and for staff the second factor. */
export function accountMenu(viewer: Viewer): MenuLink[] {
  if (viewer.groupId === 2) return [{ word: "account:menu", path: "/lady/profile", section: "/lady/profile" }];
  if (viewer.groupId !== 1) return [{ word: "factor:menu", path: "/staff/second-factor" }];
  return [
    { word: "common:nav.account", path: "/man/men-account", section: "/man/men-account" },
    { word: "common:nav.balance", path: "/man/balance/purchase", section: "/man/balance" },
  ];
}

/** The marks of the current page in all menus, as a text: if two pages have the same text, their menus look the same. */
export function currentMarks(viewer: Viewer, allGirlsPath: string, path: string): string {
  const links = mainMenu(viewer, allGirlsPath).flatMap((node) => isGroup(node) ? node.links : [node]);
  return [...links, ...accountMenu(viewer)].map((link) => currentMark(link, path) ?? "").join();
}

/** The item's `aria-current`: "page" on its own page, "true" on a page that counts as the item, else undefined. */
export function currentMark({ path: own, section, others }: MenuLink, path: string): "page" | "true" | undefined {
  if (path === own) return "page";
  return section && `${path}/`.startsWith(`${section}/`) || others?.test(path) ? "true" : undefined;
}
