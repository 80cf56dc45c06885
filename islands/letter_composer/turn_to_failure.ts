/** Leads whoever pressed *Send* to the reason why the letter was not sent, as the server does on a page without a script. */

/** Whoever is busy outside the form is not torn away: a letter may be refused long after it was pressed. */
export function turnToFailure(form: HTMLFormElement): void {
  const { activeElement, body } = document;
  const notice = form.querySelector<HTMLElement>(".notice--bad");
  if (!notice || (activeElement !== body && !form.contains(activeElement))) return;
  notice.tabIndex = -1;
  notice.focus();
}
