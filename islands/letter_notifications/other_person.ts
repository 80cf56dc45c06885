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
  say: (key: `${Who}.${"title" | "text" | "go"}`) => string;
  /** Where somebody else goes on. */
  home: string;
}

/** Who is signed in instead of the owner. */
type Who = "other" | "nobody";

/** Compares at once, when the page comes into view, and before a press counts. */
export function watchPerson({ ownerId, signedInId, say, home }: Watched): void {
  let covered: { who: Who; dialog: HTMLDialogElement; uncover: () => void } | undefined;

  /** Whether the owner is signed in. */
  const look = (): boolean => {
    const nowId = signedInId();
    const who = nowId === ownerId ? undefined : nowId ? "other" : "nobody";
    if (covered?.who === who) return !who;
    covered?.uncover();
    covered = undefined;
    if (!who) return true;
    const way = who === "other" ? { href: home } : { href: location.pathname + location.search, target: "_blank" };
    // A chat would go on where nobody sees it, and cost credits. What was begun to write there is kept in the tab.
    if (document.querySelector(".chat")) location.replace(way.href);
    else covered = { who, ...cover(say, who, way) };
    return false;
  };
  const guard = (event: Event) => {
    // Keys press what is hidden as well (islands/queue_keys/island.tsx).
    if (covered?.dialog.contains(event.target as Node) || look()) return;
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
 * Shows the dialog alone. `way` leads on: whoever is nobody logs in in another tab, so that this page stays.
 * Written without Preact: its `render` would weigh on every page.
 */
function cover(
  say: Watched["say"],
  who: Who,
  way: { href: string; target?: string },
): { dialog: HTMLDialogElement; uncover: () => void } {
  const focused = document.activeElement as HTMLElement | null;
  const title = say(`${who}.title`);
  const show = () => dialog.open || dialog.showModal();
  const dialog = make("dialog", { id: "other-person", className: "dialog", ariaLabel: title, onclose: show });
  const body = make("div", { className: "dialog__body" });
  const actions = make("div", { className: "actions" });
  actions.append(make("a", { className: "btn", textContent: say(`${who}.go`), ...way }));
  body.append(make("h2", { textContent: title }), make("p", { textContent: say(`${who}.text`) }), actions);
  dialog.append(body);

  const ends = [hideRest(), holdTitle(title), keepOnTop(dialog)];
  document.body.append(dialog);
  show();
  return {
    dialog,
    uncover: () => {
      for (const end of ends) end();
      dialog.remove();
      focused?.focus();
    },
  };
}

/** Hides all but the cover by a rule, so that what the page adds meanwhile is hidden, too. Returns what ends it. */
function hideRest(): () => void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("body > :not(#other-person) { display: none !important }");
  document.adoptedStyleSheets.push(sheet);
  return () => document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
}

/**
 * Gives the tab a title that tells nothing of the page. Scripts go on to read and write the page's own, which is shown again
 * at the end.
 */
function holdTitle(neutral: string): () => void {
  let own = document.title;
  document.title = neutral;
  Object.defineProperty(document, "title", {
    configurable: true,
    get: () => own,
    set: (title: string) => own = title,
  });
  return () => {
    Reflect.deleteProperty(document, "title");
    document.title = own;
  };
}

/** A dialog that opens above the cover would be hidden, and the cover not to be pressed below it. */
function keepOnTop(dialog: HTMLDialogElement): () => void {
  const observer = new MutationObserver((changes) => {
    if (changes.every(({ target }) => target === dialog)) return;
    dialog.close();
    dialog.showModal();
  });
  observer.observe(document.body, { attributeFilter: ["open"], subtree: true });
  return () => observer.disconnect();
}

const make = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
): HTMLElementTagNameMap[Name] => Object.assign(document.createElement(name), properties);
