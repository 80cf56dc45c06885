/** Updates the marks of new letters in the page that the server rendered: envelope, badges, the small menu's dot. */
import { type Counts, shortCount, titleWith, totalOf } from "./state.ts";

/** Shows the counters everywhere; `menuLabel` is the new label of the small menu's button. */
export function showCounts(counts: Counts, menuLabel: string): void {
  const total = totalOf(counts);
  for (const mark of document.querySelectorAll<HTMLElement>("[data-new]")) {
    const count = mark.dataset.new === "total" ? total : counts[mark.dataset.new as keyof Counts];
    mark.hidden = count === 0;
    if (mark.classList.contains("badge")) mark.firstChild!.nodeValue = shortCount(count);
  }
  const burger = document.querySelector(".burger");
  burger?.classList.toggle("burger--news", total > 0);
  burger?.setAttribute("aria-label", menuLabel);
  document.title = titleWith(document.title, total);
}
