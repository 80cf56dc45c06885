/** The digits of "10482", "#10482", or as a profile says it: "No. 10482", "№ 10482", "編號 10482"; null for all else. */
export function ladyNumberIn(text: string): string | null {
  return /^(?:#|n[or]\.?)?[^!-~]{0,3}(\d{1,15})$/i.exec(text)?.[1] ?? null;
}
