import { expect } from "expect";
import { isNear, isThisMachine } from "./near_hosts.ts";

const hostOf = (address: string): string => new URL(address).hostname;

Deno.test("this machine is known by its address and its name, and by nothing that only looks like them", () => {
  for (const here of ["http://localhost:8000", "http://127.0.0.1", "http://127.8.9.1:1", "http://[::1]:4512"]) {
    expect([here, isThisMachine(hostOf(here))]).toEqual([here, true]);
  }
  for (const other of ["http://localhost.example.com", "http://10.0.0.1", "http://x127.0.0.1.example.com"]) {
    expect([other, isThisMachine(hostOf(other))]).toEqual([other, false]);
  }
});

Deno.test("a private network, and a name that only its hosts have, are near; everything else is not", () => {
  const near = ["10.1.2.3", "192.168.0.9", "172.16.0.1", "172.31.9.9", "[fd00::1]", "kv", "kv.internal", "nas.local"];
  for (const host of [...near, "127.0.0.1"]) expect([host, isNear(hostOf(`http://${host}`))]).toEqual([host, true]);
  for (const host of ["172.32.0.1", "11.0.0.1", "8.8.8.8", "[2001:db8::1]", "kv.example.com", "internal.example"]) {
    expect([host, isNear(hostOf(`http://${host}`))]).toEqual([host, false]);
  }
});
