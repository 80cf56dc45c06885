/** What is logged of an error. Mail servers repeat the recipient in their answers; the log must not. */
export function withoutAddresses(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text.replace(/[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g, "…").slice(0, 500);
}
