/** Shows what was typed into a password's field, until it is sent. Without a script there is no such button. */
import { useState } from "react";
import { usePage } from "../../components/page_context.ts";

/** `id` is the id of the input of the field in which this stands. */
export default function ShowPassword({ id }: { id: string }) {
  const { t } = usePage();
  const [isShown, setShown] = useState(false);

  const show = (yes: boolean) => {
    const input = document.getElementById(id) as HTMLInputElement;
    input.type = yes ? "text" : "password";
    setShown(yes);
  };
  const turn = () => {
    show(!isShown);
    // Otherwise a browser would remember it among the words that it suggests for any text field.
    const { form } = document.getElementById(id) as HTMLInputElement;
    if (!isShown) form?.addEventListener("submit", () => show(false), { once: true });
  };

  return (
    <button class="link show-password only-scripted" type="button" aria-controls={id} onClick={turn}>
      {t(`islands:show_password.${isShown ? "hide" : "show"}`)}
    </button>
  );
}
