import { expect } from "expect";
import fc from "fast-check";
import { networkOf } from "./network.ts";

Deno.test("the addresses of one /64 are one network, in every spelling; those of the next are another", () => {
  const homes = ["2001:db8:1:2::1", "2001:0DB8:0001:0002:ffff:ffff:ffff:ffff", "2001:db8:1:2:a:b:192.0.2.7"];
  for (const address of homes) expect(networkOf(address)).toBe("2001:db8:1:2::/64");
  expect(networkOf("fe80::1%eth0")).toBe("fe80:0:0:0::/64");
  expect(networkOf("::1")).toBe("0:0:0:0::/64");
  expect(networkOf("2001:db8:1:3::1")).not.toBe(networkOf("2001:db8:1:2::1"));
});

Deno.test("an IPv4 address is one however it is written, and two of them are two", () => {
  for (const address of ["192.0.2.1", "::ffff:192.0.2.1", "::FFFF:c000:201", "0:0:0:0:0:ffff:192.0.2.1"]) {
    expect(networkOf(address)).toBe("192.0.2.1");
  }
  expect(networkOf("::ffff:192.0.2.2")).toBe("192.0.2.2");
});

Deno.test("what is no address stays as it is", () => {
  for (const text of ["unknown", "", "x".repeat(64), "1.2.3.4:80", "::ffff:999.0.2.1", "2001:db8::1::2", "]/@:"]) {
    expect(networkOf(text)).toBe(text);
  }
});

Deno.test("whatever the second half of an IPv6 address says, and however long the first one is, it is one network", () => {
  const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
  const half = fc.array(group, { minLength: 4, maxLength: 4 });
  fc.assert(fc.property(half, half, half, (network, one, other) => {
    // Addresses whose first 80 bits are zero are for IPv4.
    network[0] = "2001";
    expect(networkOf([...network, ...one].join(":"))).toBe(networkOf([...network, ...other].join(":")));
  }));
});
