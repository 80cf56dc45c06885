/** If there is no denokv, whoever needs one is told so instead of getting an error. */
import { expect } from "expect";
import { findDenokv } from "./denokv.ts";

Deno.test("a denokv that is not there, and a program that is none, are not found", async () => {
  const before = Deno.env.get("DENOKV");
  try {
    for (const program of ["/nowhere/denokv", "false"]) {
      Deno.env.set("DENOKV", program);
      expect(await findDenokv()).toBe(null);
    }
  } finally {
    if (before === undefined) Deno.env.delete("DENOKV");
    else Deno.env.set("DENOKV", before);
  }
});
