/** Lets "Log in" open a dialog in place. Until this runs, and where its second half cannot be loaded, links stay links. */
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
      // A link in the small menu is gone with it: closing gives the focus back to the menu's button.
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

  // The dialog that opened first may be gone when the last one closes, and with it its memory of the focus.
  useEffect(() => {
    if (!Steps) opener.current?.focus();
  }, [Steps]);

  return <div>{Steps && <Steps onGone={() => setSteps(null)} />}</div>;
}
