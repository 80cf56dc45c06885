/** Lets "Log in" open a dialog in place. Until this runs, and if steps.tsx cannot be loaded, links stay links. */
import { useEffect, useRef, useState } from "react";

type Steps = typeof import("./steps.tsx").SignInSteps;

export default function SignInDialog() {
  const [Steps, setSteps] = useState<Steps | null>(null);
  const opener = useRef<HTMLElement | null>(null);

  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>("[data-opens=sign-in]");
      if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      // A link in the small menu disappears with the menu, which gives the focus back to its button on closing.
      const menu = link.closest<HTMLElement>("[popover]");
      menu?.hidePopover();
      opener.current = menu ? document.activeElement as HTMLElement : link;
      import("./steps.tsx").then(
        (module) => setSteps(() => module.SignInSteps),
        () => location.assign(link.href),
      );
    };
    document.addEventListener("click", onClick);
    return () => document.removeEventListener("click", onClick);
  }, []);

  // The dialog that opened first, which knew where the focus was, may be gone when the last one closes.
  useEffect(() => {
    if (!Steps) opener.current?.focus();
  }, [Steps]);

  return <div>{Steps && <Steps onGone={() => setSteps(null)} />}</div>;
}
