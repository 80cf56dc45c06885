/** Keeps the screen as high as what can be seen of it: a keyboard on a telephone covers the rest. */

/** With less than this there is a keyboard, and what is not needed while writing makes room. */
const lowPx = 560;

export function fitView(): () => void {
  const view = globalThis.visualViewport;
  if (!view) return () => {};
  const root = document.documentElement;
  const fit = () => {
    const isLow = view.height < lowPx && view.scale === 1;
    root.style.setProperty("--view", `${Math.round(view.height)}px`);
    root.toggleAttribute("data-low", isLow);
    if (isLow) scrollTo(0, 0);
  };
  fit();
  view.addEventListener("resize", fit);
  return () => {
    view.removeEventListener("resize", fit);
    root.style.removeProperty("--view");
    root.removeAttribute("data-low");
  };
}
