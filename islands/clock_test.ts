import { expect } from "expect";
import { clockOf, dayOf } from "./clock.ts";

const evening = Date.UTC(2026, 2, 14, 18, 2);
const globals = globalThis as { document?: unknown };

/** Makes the page's root element name this time zone. */
const rootNames = (zone: string) => void (globals.document = { documentElement: { dataset: { zone } } });

Deno.test("a clock goes by the zone that the page names, and by the browser's where that knows no such zone", () => {
  try {
    rootNames("Asia/Taipei");
    expect([clockOf("en", evening), dayOf(evening)]).toEqual(["02:02", "2026-03-15"]);
    rootNames("Mars/Olympus");
    const own = new Intl.DateTimeFormat("uk", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(evening);
    expect(clockOf("uk", evening)).toBe(own);
  } finally {
    delete globals.document;
  }
});
