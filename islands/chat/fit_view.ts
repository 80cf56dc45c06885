/** Keeps the screen as high as its visible part: on a phone the keyboard covers the rest. */

/** Below this height a keyboard is open, and what is not needed while writing is hidden. */
const lowPx = 560;
/** Below this height it is open on a phone that lies on its side, and the messages need every line. */
const veryLowPx = 240;

export function fitView(): () => void {
  const view = globalThis.visualViewport;
  if (!view) return () => {};
  const root = document.documentElement;
  const fit = () => {
    const isLow = view.height < lowPx && view.scale === 1;
    root.style.setProperty("--view", `${Math.round(view.height)}px`);
    delete root.dataset.low;
    if (!isLow) return;
    root.dataset.low = view.height < veryLowPx ? "very" : "";
    scrollTo(0, 0);
  };
  fit();
  view.addEventListener("resize", fit);
  return () => {
    view.removeEventListener("resize", fit);
    root.style.removeProperty("--view");
    root.removeAttribute("data-low");
  };
}
