import { configure, type LogRecord, reset } from "@logtape/logtape";
import { expect } from "expect";
import { testStore } from "../../kv/testing/store.ts";
import { watchStore } from "./watch_store.ts";

Deno.test("a fault of the store is logged with its cause if it has one, and with nothing in its place otherwise", async () => {
  using store = await testStore();
  const lines: LogRecord[] = [];
  await configure({
    reset: true,
    sinks: { lines: (record) => void lines.push(record) },
    loggers: [{ category: "vesna", sinks: ["lines"] }, { category: ["logtape", "meta"], sinks: [] }],
  });
  let tell: Parameters<typeof store.health.watch>[0] = () => {};
  store.health.watch = (told) => {
    tell = told;
    return () => {};
  };
  try {
    watchStore(store, () => {})();
    tell("silent", undefined);
    tell("failing", new Error("a strange word"));
  } finally {
    await reset();
  }
  expect(lines.map(({ properties }) => properties)).toEqual([{}, { cause: "Error: a strange word" }]);
});
