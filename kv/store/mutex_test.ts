import { expect } from "expect";
import { Mutexes } from "./mutex.ts";

const turn = () => new Promise((resolve) => setTimeout(resolve, 1));

Deno.test("work of one name runs one after another, in the order it was asked for", async () => {
  const mutexes = new Mutexes();
  const events: string[] = [];
  await Promise.all([1, 2, 3].map((number) =>
    mutexes.run("james", async () => {
      events.push(`${number} begins`);
      await turn();
      events.push(`${number} ends`);
    })
  ));
  expect(events).toEqual(["1 begins", "1 ends", "2 begins", "2 ends", "3 begins", "3 ends"]);
});

Deno.test("work of different names runs side by side", async () => {
  const mutexes = new Mutexes();
  const events: string[] = [];
  await Promise.all(["james", "wei"].map((name) =>
    mutexes.run(name, async () => {
      events.push(`${name} begins`);
      await turn();
      events.push(`${name} ends`);
    })
  ));
  expect(events.slice(0, 2)).toEqual(["james begins", "wei begins"]);
});

Deno.test("an error reaches its caller alone, and the queue goes on", async () => {
  const mutexes = new Mutexes();
  const failing = mutexes.run("james", () => Promise.reject(new Error("mine")));
  const next = mutexes.run("james", () => Promise.resolve("goes on"));
  await expect(failing).rejects.toThrow("mine");
  expect(await next).toBe("goes on");
});
