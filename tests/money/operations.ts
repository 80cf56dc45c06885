/** What the money test asks of its worker, and what the worker answers. */

export type Operation =
  | { kind: "sign_up"; email: string; isLady: boolean }
  | { kind: "send"; from: string; to: string; body: string; sendKey: string; isMans: boolean }
  | { kind: "open"; man: string; letterId: number }
  | { kind: "grant"; man: string; credits: number; paymentId: string }
  | { kind: "change_password"; email: string; current: string; next: string };

export interface Acknowledgement {
  ok: boolean;
  reason?: string;
  /** The stack, when the operation threw. */
  error?: string;
  userId?: number;
  letterId?: number;
  balance?: number;
  keptToken?: string;
  endedToken?: string;
  isOtherOver?: boolean;
}

/** Operations with one name are one wish: repeated by a double click, a second tab, or after a crash. */
export function nameOf(operation: Operation): string {
  switch (operation.kind) {
    case "sign_up":
      return `sign_up ${operation.email}`;
    case "send":
      return `send ${operation.sendKey}`;
    case "open":
      return `open ${operation.letterId}`;
    case "grant":
      return `grant ${operation.paymentId}`;
    case "change_password":
      return `change_password ${operation.email} ${operation.next}`;
  }
}
