/**
 * The script of the page that the worker shows if another one could not be loaded. It lists the unsent letters, and loads
 * the wanted page once there is a network, by itself or when the button is pressed. It is a bundle of its own.
 */
import type { Locale } from "../../i18n/locales.ts";
import { momentOf } from "../moment.ts";
import { signedInId } from "../signed_in.ts";
import { unsentLetters } from "./unsent.ts";
import { waitForNetwork } from "./wait_for_network.ts";

// At once, so that nobody sees the wrong colours first: the page is kept for everybody and knows nobody's choice.
const theme = /(?:^|; )theme=(light|dark)/.exec(document.cookie)?.[1];
if (theme) document.documentElement.dataset.theme = theme;

addEventListener("DOMContentLoaded", () => {
  const view = document.querySelector<HTMLElement>("[data-offline]")!;
  const said = view.querySelector("[role=status]")!;
  showUnsent(view);
  // Another may have signed in since: in another tab, or before Back led here.
  for (const back of ["focus", "pageshow"]) addEventListener(back, () => showUnsent(view));
  view.querySelector("button")!.addEventListener("click", async () => {
    said.textContent = "";
    if (!await goOn()) said.textContent = view.dataset.still!;
  });
  // Opened at its own address, it stands for no other page.
  if (location.pathname !== view.dataset.offline) waitForNetwork(goOn);
});

/** Loads the wanted page if the site answers at all; false if it does not. */
async function goOn(): Promise<boolean> {
  try {
    await fetch("/healthz", { method: "HEAD", cache: "no-store" });
  } catch {
    return false;
  }
  location.reload();
  return true;
}

function showUnsent(view: HTMLElement): void {
  const locale = document.documentElement.lang as Locale;
  const list = view.querySelector("ul")!;
  list.replaceChildren();
  for (const { name, savedAt } of unsentLetters(storedHere(), signedInId())) {
    const [letter, written] = [document.createElement("span"), document.createElement("span")];
    letter.textContent = view.dataset.letter!.replace("{{name}}", () => name);
    written.textContent = view.dataset.written!.replace("{{date}}", () => momentOf(locale, savedAt));
    written.className = "soft";
    const item = document.createElement("li");
    item.append(letter, " ", written);
    list.append(item);
  }
  list.parentElement!.hidden = list.childElementCount === 0;
}

/** All stored entries; none if the browser forbids access. */
function storedHere(): [string, unknown][] {
  try {
    return Object.entries(localStorage);
  } catch {
    return [];
  }
}
