import { expect } from "expect";
import { byteRangeOf } from "./byte_range.ts";

Deno.test("a range names its bytes, both ends included and never beyond the file", () => {
  expect(byteRangeOf("bytes=0-0", 100)).toEqual({ start: 0, end: 0 });
  expect(byteRangeOf("bytes=10-19", 100)).toEqual({ start: 10, end: 19 });
  expect(byteRangeOf("bytes=90-", 100)).toEqual({ start: 90, end: 99 });
  expect(byteRangeOf("bytes=90-5000", 100)).toEqual({ start: 90, end: 99 });
  expect(byteRangeOf("bytes=-10", 100)).toEqual({ start: 90, end: 99 });
  expect(byteRangeOf("bytes=-500", 100)).toEqual({ start: 0, end: 99 });
});

Deno.test("what is no single range is answered with the whole", () => {
  for (const header of [undefined, "", "bytes", "bytes=-", "bytes=a-b", "bytes=5-1", "bytes=0-1,3-4", "lines=0-1"]) {
    expect(byteRangeOf(header, 100)).toBeNull();
  }
});

Deno.test("a range behind the end, or of no bytes, is outside", () => {
  for (const header of ["bytes=100-", "bytes=100-200", "bytes=-0"]) expect(byteRangeOf(header, 100)).toBe("outside");
});
