import { expect } from "expect";
import { formatFor, readAnswer, secondsLeft } from "./state.ts";

Deno.test("it records in what the browser has and the server takes, or not at all", () => {
  expect(formatFor(() => true)).toBe("video/webm;codecs=vp8");
  expect(formatFor((format) => format === "video/mp4")).toBe("video/mp4");
  expect(formatFor((format) => format.startsWith("video/x-matroska"))).toBeNull();
});

Deno.test("its clock counts whole seconds down and stops at none", () => {
  expect([0, 1, 1000, 9999, 12_000].map((ms) => secondsLeft(5000, 5000 + ms, 10))).toEqual([10, 10, 9, 1, 0]);
});

Deno.test("what was refused is said in the server's words, about the field where there is one", () => {
  expect(readAnswer(200, "{}")).toEqual({ kind: "done" });
  expect(readAnswer(429, '{"message":"Wait.","code":"x"}')).toEqual({ kind: "refused", message: "Wait." });
  expect(readAnswer(422, '{"message":"Check.","fields":{"video":"Too old."}}')).toEqual({
    kind: "refused",
    message: "Too old.",
  });
  for (const text of ["", "<html>", "{}"]) expect(readAnswer(502, text)).toEqual({ kind: "lost" });
});
