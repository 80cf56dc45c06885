/** Tells the account in which time zone its person is: once for each zone, and never where she or he chose one. */

/** `known` is what the account knows of it, "" for nothing; null where it was chosen. */
export function tellZone(known: string | null | undefined): void {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (known == null || timeZone === known) return;
  fetch("/api/users", { method: "PATCH", body: new URLSearchParams({ deviceZone: timeZone }), keepalive: true })
    .catch(() => {});
}
