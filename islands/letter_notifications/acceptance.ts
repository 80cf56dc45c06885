/**
 * What was accepted on one page is answered on the page of the chat, in the same tab. It is no part of an address: a link
 * from elsewhere must not accept what is paid.
 */
const name = "vesna-accepts";

/** Notes that the person accepts what this one asks, until the asking is over (ms, by this device's clock). */
export function noteAcceptance(fromId: number, untilMs: number): void {
  try {
    sessionStorage.setItem(name, JSON.stringify({ fromId, untilMs }));
  } catch {
    // Without a storage the chat asks once more.
  }
}

/** Whether it was noted that this one is accepted; it is told once. */
export function takeAcceptance(fromId: number, nowMs: number): boolean {
  try {
    const noted = JSON.parse(sessionStorage.getItem(name) ?? "null");
    if (noted?.fromId !== fromId) return false;
    sessionStorage.removeItem(name);
    return noted.untilMs > nowMs;
  } catch {
    return false;
  }
}
