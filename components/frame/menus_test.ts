import { expect } from "expect";
import type { Viewer } from "../page_context.ts";
import { accountMenu, currentMark, isGroup, mainMenu } from "./menus.ts";
import { destinationOf } from "./not_yet.ts";

const person = (groupId: Viewer["groupId"]): Viewer => ({
  id: 7,
  groupId,
  firstname: "Pat",
  avatar: "",
  balanceCredits: groupId === 1 ? 20 : null,
  newLetters: { inbox: 2, introduction: 1 },
});

const pathsOf = (viewer: Viewer | null) =>
  mainMenu(viewer, "/all").flatMap((node) => isGroup(node) ? node.links : [node]).map((link) => link.path);

Deno.test("a visitor finds search, four lists of ladies and a way to write to the site", () => {
  const lists = ["/all", "/girls/Online_Ladies", "/girls/New_Ladies", "/girls/Top_50"];
  expect(pathsOf(null)).toEqual(["/search", ...lists, "/contact-us"]);
});

Deno.test("a man also finds favourites, birthdays, letters and chat, and his account", () => {
  const paths = pathsOf(person(1));
  for (const path of ["/girls/Favorites", "/girls/Upcoming_Birthdays", "/man/mail/inbox", "/man/chat"]) {
    expect(paths).toContain(path);
  }
  expect(accountMenu(person(1)).map((link) => link.path)).toEqual(["/man/men-account", "/man/balance/purchase"]);
});

Deno.test("a lady finds her letters and her chat, and no page about ladies", () => {
  expect(pathsOf(person(2))).toEqual(["/lady/mail/inbox", "/lady/chat"]);
  expect(accountMenu(person(2)).map((link) => link.path)).toEqual(["/lady/profile"]);
});

Deno.test("the letters item counts new letters and introductions together", () => {
  const item = mainMenu(person(2), "/all")[0]!;
  expect("newCount" in item && item.newCount).toBe(3);
});

Deno.test("an item is current on its page and on the pages below it, and nowhere else", () => {
  const letters = { word: "", path: "/man/mail/inbox", section: "/man/mail" };
  expect(currentMark(letters, "/man/mail/inbox")).toBe("page");
  expect(currentMark(letters, "/man/mail/outbox")).toBe("true");
  expect(currentMark(letters, "/man/mailbox")).toBeUndefined();
  expect(currentMark({ word: "", path: "/search" }, "/search/more")).toBeUndefined();
});

Deno.test("a page of staff that no item leads to is marked at the one item that it belongs to", () => {
  const marked = (groupId: 3 | 4, path: string) =>
    mainMenu(person(groupId), "/all").flatMap((node) => isGroup(node) ? node.links : [node])
      .flatMap((link) => currentMark(link, path) ? [[link.path, currentMark(link, path)]] : []);
  expect(marked(4, "/agency/ladies/10008")).toEqual([["/agency/ladies", "true"]]);
  expect(marked(4, "/agency/ladies/new")).toEqual([["/agency/ladies/new", "page"]]);
  expect(marked(3, "/admin/letters/17")).toEqual([["/admin/users", "true"]]);
  expect(marked(3, "/admin/backgrounds")).toEqual([["/admin/users", "true"]]);
  for (const page of ["", "/evidence", "/papers/1"]) {
    expect(marked(3, `/admin/payments/1f3a${page}`)).toEqual([["/admin/refund-requests", "true"]]);
  }
});

Deno.test("only pages that do not exist yet lead to the notice, which knows where they were wanted", () => {
  expect(destinationOf("/search")).toBe("/search");
  expect(destinationOf("/moon", ["/moon"])).toBe("/not-yet?from=%2Fmoon");
});
