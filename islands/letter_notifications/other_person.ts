/**
 * Covers a member's open page while somebody else is signed in in this browser, or nobody: sessions end and begin in other
 * tabs. Nobody can read or press what is another's; when the owner is back, the page is as it was left, with what was typed.
 * The chat is left instead.
 */
/** What the page knows, handed over so that no chunk is shared with it. */
export interface Watched {
  /** Whose page it is, as the server wrote it: who is signed in may have changed before this script came. */
  ownerId: number;
  /** The number of who is signed in now (islands/signed_in.ts). */
  signedInId: () => number;
  say: (key: `${"other" | "nobody"}.${"title" | "text" | "go"}`) => string;
  /** Where somebody else goes on. */
  home: string;
}

/** Compares at once, when the page comes into view, and before a press counts. */
export function watchPerson({ ownerId, signedInId, say, home }: Watched): void {
  let uncover: (() => void) | undefined;

  /** Whether the owner is signed in. */
  const look = (): boolean => {
    const nowId = signedInId();
    if (nowId === ownerId) {
      uncover?.();
      uncover = undefined;
      return true;
    }
    const way = nowId ? { href: home } : { href: location.pathname + location.search, target: "_blank" };
    // A chat would go on where nobody sees it, and cost credits. What was begun to write there is kept in the tab.
    if (document.querySelector(".chat")) location.replace(way.href);
    else uncover ??= cover(say, nowId ? "other" : "nobody", way);
    return false;
  };
  const guard = (event: Event) => {
    if (uncover || look()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  look();
  addEventListener("pageshow", look);
  addEventListener("focus", look);
  document.addEventListener("visibilitychange", look);
  addEventListener("click", guard, { capture: true });
  addEventListener("submit", guard, { capture: true });
}

/**
 * Returns what takes the cover away. `way` leads on: whoever is nobody logs in in another tab, so that this page stays.
 * Written without Preact: its `render` would weigh on every page.
 */
function cover(
  say: Watched["say"],
  who: "other" | "nobody",
  way: { href: string; target?: string },
): () => void {
  const focused = document.activeElement as HTMLElement | null;
  const parts = [...document.body.children].filter((part): part is HTMLElement => !(part as HTMLElement).hidden);
  for (const part of parts) part.hidden = true;

  const title = say(`${who}.title`);
  const dialog = make("dialog", { className: "dialog", ariaLabel: title, onclose: () => dialog.showModal() });
  const body = make("div", { className: "dialog__body" });
  const actions = make("div", { className: "actions" });
  actions.append(make("a", { className: "btn", textContent: say(`${who}.go`), ...way }));
  body.append(make("h2", { textContent: title }), make("p", { textContent: say(`${who}.text`) }), actions);
  dialog.append(body);
  document.body.append(dialog);
  dialog.showModal();
  return () => {
    dialog.remove();
    for (const part of parts) part.hidden = false;
    focused?.focus();
  };
}

const make = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
): HTMLElementTagNameMap[Name] => Object.assign(document.createElement(name), properties);
