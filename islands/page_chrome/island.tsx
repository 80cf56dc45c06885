/** What every page does besides its content: flashes, the loading line, the button to the top, menus, log-out, the theme. */
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { IconButton } from "../../components/buttons.tsx";
import { choiceSeconds, themeCookie } from "../../components/frame/choice_cookie.ts";
import type { Flash } from "../../components/frame/types.ts";
import { Icon } from "../../components/icon.tsx";
import { Toasts } from "../../components/overlays.tsx";
import { usePage } from "../../components/page_context.ts";
import { inputMethodKeyCode } from "../keys.ts";
import {
  leavesPage,
  loadingLine,
  scrollToTopAfterPx,
  tellingAfterMs,
  type Toast,
  type ToastDetail,
  withToast,
} from "./state.ts";

interface PageChromeProps {
  flashes: Flash[];
  hasScrollToTop: boolean;
}

export default function PageChrome({ flashes, hasScrollToTop }: PageChromeProps) {
  const { t } = usePage();
  const say = (key: string) => t(`islands:page_chrome.${key}`);
  const lastId = useRef(flashes.length);
  const [toasts, setToasts] = useState(() =>
    flashes.reduce<Toast[]>((all, flash, id) => withToast(all, flash, id), [])
  );
  const [telling, setTelling] = useState(0);
  const [isFar, setFar] = useState(false);
  const [isLoading, setLoading] = useState(false);

  // It lives as long as its page: no listener is ever removed.
  useEffect(() => {
    const on = (target: EventTarget, name: string, listen: (event: never) => void) =>
      target.addEventListener(name, listen as EventListener);

    on(
      window,
      "vesna:toast",
      ({ detail }: CustomEvent<ToastDetail>) => setToasts((shown) => withToast(shown, detail, ++lastId.current)),
    );

    const look = () => setFar(scrollY > scrollToTopAfterPx);
    on(window, "scroll", look);
    look();

    /** The form whose answer is on its way. */
    let awaited: HTMLFormElement | false = false;
    const load = loadingLine((isShown) => {
      setLoading(isShown);
      awaited = isShown && awaited;
    });
    on(window, "vesna:loading", ({ detail }: CustomEvent<boolean>) => load(detail));
    on(window, "pageshow", () => load(false));
    on(window, "submit", (event: SubmitEvent) => {
      const form = event.target as HTMLFormElement;
      // The button that was pressed may name another method. A field named "method" would hide `form.method`.
      const method = (event.submitter as HTMLButtonElement | null)?.formMethod || form.getAttribute("method");
      // A download replaces no page: nothing would end the loading line.
      if (event.defaultPrevented || method === "dialog" || "downloads" in form.dataset) return;
      load(true);
      // For a second press the browser would drop the answer to the first, with its cookie and what it shows only once.
      if (awaited === form) return event.preventDefault();
      awaited = method === "post" && form;
      if (awaited) dispatchEvent(new CustomEvent("vesna:posted", { detail: form }));
      // Not every browser tells that an answer will not come: from then on a press counts again.
      setTimeout(() => awaited = false, 5000);
    });
    onStopped(() => load(false));

    on(window, "click", (event: MouseEvent) => {
      const clicked = event.target as Element;
      closeMenus((menu) => !menu.contains(clicked));
      const link = clicked.closest<HTMLAnchorElement>("a[href]");
      if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
      if (link.dataset.opens === "log-out") {
        event.preventDefault();
        // The dialog gives the focus back to what had it, which must not be a link in a closed menu.
        closeMenus(() => true, true);
        link.closest<HTMLElement>("[popover]")?.hidePopover();
        document.querySelector<HTMLDialogElement>("#log-out")?.showModal();
      } else if (leavesPage(link, location.href)) load(true);
    });
    // Last of all: whoever has used the key says so.
    on(window, "keydown", (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.repeat || event.defaultPrevented || event.keyCode === inputMethodKeyCode) {
        return;
      }
      // What is open is closed first.
      if (document.querySelector("details.menu[open],:modal,:popover-open")) {
        closeMenus(() => true, true);
      } else setToasts((shown) => shown.slice(0, -1));
    });
    on(document, "focusin", ({ target }: FocusEvent) => {
      if (!(target as Element).closest(".toast")) outside = target as Element;
      // An element around the menu may get the focus late: a browser focuses the target of the address once all is loaded.
      closeMenus((menu) => !menu.contains(target as Element) && !(target as Element).contains(menu));
      // Otherwise the keyboard focus would leave the small menu and move on unseen behind it.
      const sheet = document.querySelector<HTMLElement>(".sheet-menu:popover-open");
      if (sheet && !sheet.contains(target as Element)) sheet.hidePopover();
    });
    on(document, "change", ({ target }: Event) => changeTheme(target as HTMLInputElement));
    setTelling(1);
    setTimeout(setTelling, tellingAfterMs, 2);
  }, []);

  const rise = () => {
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    scrollTo({ top: 0, behavior: isStill ? "auto" : "smooth" });
    focusOn(null);
  };

  return (
    <div class="chrome">
      <Toasts label={say("notices")}>
        {toasts.map((toast) => (
          <FlashToast
            key={toast.id}
            toast={toast}
            telling={telling}
            word={say("dismiss")}
            onGone={() => setToasts((shown) => shown.filter(({ id }) => id !== toast.id))}
          />
        ))}
      </Toasts>
      {isLoading && <div class="loading" role="progressbar" aria-label={say("loading")} />}
      {hasScrollToTop && isFar && <IconButton icon="down" label={say("toTop")} class="way-up" onClick={rise} />}
    </div>
  );
}

const icons = { info: "info", success: "check", error: "alert" } as const;
const tones = { info: "info", success: "good", error: "bad" } as const;

interface FlashToastProps {
  toast: Toast;
  /**
   * Screen readers read out only what is added later, not what the page came with. So its words are first hidden from them
   * (1), and then added anew (2). On the screen nothing changes.
   */
  telling: number;
  word: string;
  onGone: () => void;
}

function FlashToast({ toast, telling, word, onGone }: FlashToastProps) {
  const [isHeld, setHeld] = useState(false);
  const hold = () => setHeld(true);
  const letGo = () => setHeld(false);
  const box = useRef<HTMLDivElement>(null);
  // Its own button may have the focus, which would go with it. While it is removed it is still there.
  useLayoutEffect(() => () => {
    if (box.current!.contains(document.activeElement)) focusOn(outside);
  }, []);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(onGone, toast.seconds * 1000);
    return () => clearTimeout(timer);
  }, [isHeld]);
  return (
    <div
      ref={box}
      class={`toast toast--${tones[toast.kind]}`}
      onMouseEnter={hold}
      onMouseLeave={letGo}
      onFocusIn={hold}
      onFocusOut={letGo}
    >
      <Icon name={icons[toast.kind]} />
      <p key={telling} aria-hidden={telling === 1}>{toast.text}</p>
      <button class="toast__close only-scripted" type="button" aria-label={word} onClick={onGone}>
        <Icon name="close" />
      </button>
    </div>
  );
}

/** What had the focus last, of all that is no notice. */
let outside: Element | null = null;

/** Focuses an element, or the main part of the page if the element is gone. */
function focusOn(element: Element | null): void {
  const there = element?.isConnected ? element : document.getElementById("main");
  (there as HTMLElement | null)?.focus({ preventScroll: true });
}

function closeMenus(isMeant: (menu: HTMLDetailsElement) => boolean, isFocusKept = false) {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>("details.menu[open]")) {
    if (!isMeant(menu)) continue;
    menu.open = false;
    if (isFocusKept) menu.querySelector("summary")?.focus();
  }
}

/** Calls `stopped` when the loading of a page is stopped, but not when another page is loaded instead. */
function onStopped(stopped: () => void) {
  const { navigation } = globalThis as { navigation?: EventTarget };
  let begun = 0;
  navigation?.addEventListener("navigate", () => begun++);
  // A form that is pressed anew stops the loading at once, and begins its own a little later.
  addEventListener("submit", () => setTimeout(() => begun++));
  navigation?.addEventListener("navigateerror", () => {
    const seen = begun;
    setTimeout(() => seen === begun && stopped());
  });
}

/** The radios have changed the colours already; this keeps the choice for this page and, as the server would, for later ones. */
function changeTheme({ name, value }: HTMLInputElement) {
  if (name !== "appearance") return;
  document.documentElement.dataset.theme = value;
  document.cookie = `${themeCookie}=${value};max-age=${choiceSeconds};path=/;samesite=lax`;
}
