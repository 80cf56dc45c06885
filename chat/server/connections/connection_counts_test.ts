import { expect } from "expect";
import { ConnectionCounts, connectionsPerNetworkMax, opensPerMinuteMax } from "./connection_counts.ts";

const reasonFor = (counts: ConnectionCounts, userId: number, address: string) =>
  counts.refusalOf(userId, address)?.reason ?? null;

Deno.test("one network has so many connections, an IPv6 /64 as a whole, and every other network its own", () => {
  const counts = new ConnectionCounts();
  for (let n = 0; n < connectionsPerNetworkMax; n++) {
    expect(reasonFor(counts, n, `2001:db8:0:1::${n.toString(16)}`)).toBe(null);
    counts.add(n, `2001:db8:0:1::${n.toString(16)}`);
  }
  expect(reasonFor(counts, 9999, "2001:db8:0:1:ffff::1")).toBe("too_many_requests");
  for (const address of ["2001:db8:0:2::1", "192.0.2.1"]) expect(reasonFor(counts, 9999, address)).toBe(null);
  counts.remove("2001:db8:0:1::/64");
  expect(reasonFor(counts, 9999, "2001:db8:0:1:ffff::1")).toBe(null);
});

Deno.test("this machine stands for many: a proxy that says nothing of who asks", () => {
  const counts = new ConnectionCounts();
  for (const address of ["127.0.0.1", "::1"]) {
    for (let n = 0; n <= connectionsPerNetworkMax; n++) counts.add(n, address);
    expect(reasonFor(counts, 9999, address)).toBe(null);
  }
});

Deno.test("all connections together are as many as there is room for, and one person opens so many in a minute", () => {
  const counts = new ConnectionCounts(2);
  const network = counts.add(1, "192.0.2.1");
  counts.add(2, "192.0.2.2");
  expect(counts.refusalOf(3, "192.0.2.3")).toMatchObject({ reason: "chat_full", retryAfterSeconds: 5 });
  counts.remove(network);
  expect(reasonFor(counts, 3, "192.0.2.3")).toBe(null);
  for (let n = 0; n < opensPerMinuteMax; n++) counts.remove(counts.add(3, "192.0.2.3"));
  expect(counts.refusalOf(3, "192.0.2.3")).toMatchObject({
    reason: "too_many_requests",
    retryAfterSeconds: expect.any(Number),
  });
  expect(reasonFor(counts, 4, "192.0.2.3")).toBe(null);
});
