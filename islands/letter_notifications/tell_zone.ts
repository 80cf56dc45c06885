/** Tells the account the browser's time zone: once for each zone, and never if the person chose one. */

/** `known` is the zone that the account knows, "" for none; null if the person chose one. */
export function tellZone(known: string | null | undefined): void {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (known == null || timeZone === known) return;
  fetch("/api/users", { method: "PATCH", body: new URLSearchParams({ deviceZone: timeZone }), keepalive: true })
    .catch(() => {});
}
