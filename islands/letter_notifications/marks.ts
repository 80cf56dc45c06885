/** The marks of new letters that stand in the page as the server wrote it: envelope, badges, the small menu's dot. */
import { type Counts, shortCount, titleWith, totalOf } from "./state.ts";

/** Shows the counters everywhere; `menuLabel` is what the button of the small menu is called then. */
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
