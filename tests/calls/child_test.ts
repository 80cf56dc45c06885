import { expect } from "expect";
import { until } from "../patience.ts";
import { startChild } from "./child.ts";

const isThere = (pid: number): boolean => {
  try {
    // A process that has ended but was not waited for is still listed, and does nothing.
    return !/^State:\s+Z/m.test(Deno.readTextFileSync(`/proc/${pid}/status`));
  } catch {
    return false;
  }
};

/** A program that leaves another one behind, prints its id, and then does what is given. */
async function leaving(then: string) {
  const child = await startChild("sh", ["-c", `sleep 1000 & echo left $!; ${then}`]);
  return { child, left: Number((await child.until(/left (\d+)/))[1]) };
}

Deno.test({
  name: "what a program started and left ends with it, and keeps nobody waiting for its end",
  ignore: Deno.build.os !== "linux",
  async fn() {
    const { child, left } = await leaving("exec sleep 1000");
    expect([child.pid, left].map(isThere)).toEqual([true, true]);
    await child.end();
    await until(() => ![child.pid, left].some(isThere), "their end");
  },
});

Deno.test({
  name: "a program that ends by itself leaves nothing either, and what it said can be read",
  ignore: Deno.build.os !== "linux",
  async fn() {
    const { child, left } = await leaving("exit 0");
    await child.end();
    await until(() => !isThere(left), "its end");
    expect(child.said()).toContain(`left ${left}`);
  },
});
