/** Watches the screen: which messages are seen, and whether the oldest loaded message is near. */

/** A message counts as seen with three quarters of it in view (specification, section 9); a very long one fills the view. */
const seenShare = 0.75;
const olderWithinPx = 600;

export function watchSeen(scroller: HTMLElement, saw: (seq: number) => void): () => void {
  const watch = new IntersectionObserver((entries) => {
    if (document.hidden) return;
    for (const { target, intersectionRatio, intersectionRect, rootBounds } of entries) {
      const fillsView = rootBounds !== null && intersectionRect.height >= seenShare * rootBounds.height;
      if (intersectionRatio < seenShare && !fillsView) continue;
      watch.unobserve(target);
      saw(Number((target as HTMLElement).dataset.unseen));
    }
  }, { root: scroller, threshold: [0.1, 0.25, 0.5, seenShare] });
  const look = () => {
    watch.disconnect();
    for (const message of scroller.querySelectorAll("[data-unseen]")) watch.observe(message);
  };
  look();
  // When the reader comes back to the page, the messages in view are seen.
  document.addEventListener("visibilitychange", look);
  return () => {
    document.removeEventListener("visibilitychange", look);
    watch.disconnect();
  };
}

export function watchOlder(scroller: HTMLElement, reached: () => void): () => void {
  const end = scroller.querySelector("[data-older]");
  const watch = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) reached();
  }, { root: scroller, rootMargin: `${olderWithinPx}px 0px` });
  if (end) watch.observe(end);
  return () => watch.disconnect();
}
