/** Keys for a queue that is decided one by one: each presses, or focuses, the element with its letter in `data-key`. */
import { useEffect, useState } from "react";
import { inputMethodKeyCode } from "../keys.ts";
import { keyOf } from "./state.ts";

export default function QueueKeys({ hint }: { hint: string }) {
  const [isReady, setIsReady] = useState(false);

  useEffect(() => {
    const off = new AbortController();
    const { signal } = off;
    /** A decision is being sent: a second press would decide about something that is no longer seen. */
    let isUnderWay = false;
    document.addEventListener("submit", () => void (isUnderWay = true), { signal });
    addEventListener("pageshow", () => void (isUnderWay = false), { signal });
    document.addEventListener("keydown", (event) => {
      const place = event.target as HTMLElement;
      const key = keyOf(event, place.matches("input, textarea, select, [contenteditable]"));
      if (key === null || isUnderWay || event.keyCode === inputMethodKeyCode) return;
      if (key === "leave") {
        event.preventDefault();
        return place.blur();
      }
      if (key === "send") return (place as HTMLTextAreaElement).form?.requestSubmit();
      const target = document.querySelector<HTMLElement>(`[data-key~="${key}"]`);
      if (!target) return;
      event.preventDefault();
      target.focus();
      if (!target.matches("input, textarea")) target.click();
    }, { signal });
    setIsReady(true);
    return () => off.abort();
  }, []);

  return isReady ? <p class="small faint only-wide">{hint}</p> : null;
}
