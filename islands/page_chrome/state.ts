/** The flashes of a page as a list that changes, and which clicks leave the page; no browser needed. */
import type { Flash } from "../../components/frame/types.ts";

/** A flash on the screen; `seconds` counts only while nobody points at it. */
export interface Toast extends Flash {
  id: number;
  seconds: number;
}

/** What `vesna:toast` carries; kind and seconds may be left out. */
export interface ToastDetail {
  kind?: Flash["kind"];
  text: string;
  seconds?: number;
}

const usualSeconds: Record<Flash["kind"], number> = { success: 5, info: 6, error: 8 };
const mostAtOnce = 4;

/** Flashes stay 2 to 10 seconds (specification, section 9). */
export function secondsOf({ kind = "info", seconds }: ToastDetail): number {
  return Math.min(10, Math.max(2, seconds ?? usualSeconds[kind]));
}

/** Adds a flash; the same sentence again replaces the older one, and the oldest of too many goes. */
export function withToast(toasts: Toast[], detail: ToastDetail, id: number): Toast[] {
  const { kind = "info", text } = detail;
  const others = toasts.filter((toast) => toast.text !== text);
  return [...others, { id, kind, text, seconds: secondsOf(detail) }].slice(-mostAtOnce);
}

/** How long the flashes of a page are hidden from screen readers before they are added anew: these look at intervals. */
export const tellingAfterMs = 300;

/** The loading line is shown this long after something begins. */
export const loadingAfterMs = 100;

/**
 * Returns the function that shows and hides the loading line, to be called when something begins (true) and when it has
 * ended (false). The line stays until the end, however long that takes, and then goes at once (specification: within two
 * seconds).
 */
export function loadingLine(show: (isShown: boolean) => void): (isBeginning: boolean) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (isBeginning) => {
    clearTimeout(timer);
    if (isBeginning) timer = setTimeout(show, loadingAfterMs, true);
    else show(false);
  };
}

/** How far down a page the button to its top appears, in pixels. */
export const scrollToTopAfterPx = 300;

/** A followed link, as far as it decides whether this page goes away. */
export interface FollowedLink {
  href: string;
  target: string;
  /** Empty if the link leads to a page. */
  download: string;
}

/** Whether following the link replaces this page by another one of this site or elsewhere. */
export function leavesPage({ href, target, download }: FollowedLink, here: string): boolean {
  if (download || (target && target !== "_self") || !/^https?:/.test(href)) return false;
  return !href.includes("#") || href.split("#")[0] !== here.split("#")[0];
}
