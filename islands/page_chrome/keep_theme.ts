/** Keeps the chosen colours for the next page. Few people ever change them: it is loaded when somebody does. */
export function keepTheme(form: HTMLFormElement): void {
  fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form) as never), redirect: "manual" })
    .catch(() => {});
}
