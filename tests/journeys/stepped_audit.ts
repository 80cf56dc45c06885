/** The audit at the time of a stepped demo, whose clock stands still: STEPPED_NOW, ms since the epoch. */
const nowMs = Number(Deno.env.get("STEPPED_NOW"));
Date.now = () => nowMs;
// Imported only now, because the audit takes the clock as it finds it.
await import("../../tools/audit.ts");
