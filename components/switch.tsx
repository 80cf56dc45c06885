/** A setting that is on or off; apart from the other controls, so that an island can have it without their fields. */
import type { ComponentChildren } from "preact";
import type { InputRest } from "./choices.tsx";

/** A yes or no that takes effect at once; in a form without a script it is an ordinary checkbox. */
export function Switch({ children, ...rest }: { children: ComponentChildren } & InputRest) {
  return (
    <label class="switch">
      <span>{children}</span>
      <input {...rest} type="checkbox" role="switch" />
    </label>
  );
}
