/** The credits in the head of the page, which was written before they moved. */
export function showBalance(credits: string, words: { label: string; unit: string }): void {
  for (const link of document.querySelectorAll(".top .balance")) {
    link.setAttribute("aria-label", words.label);
    const [figure, unit] = [link.querySelector("b"), link.querySelector(".balance__unit")];
    if (figure) figure.textContent = credits;
    if (unit) unit.textContent = words.unit;
  }
}
