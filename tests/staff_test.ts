/** `deno task staff` as an operator runs it: on a store that does not exist yet, and asking the server that has it. */
import { expect } from "expect";
import { runCommand, startServer } from "./ops/processes.ts";

Deno.test("somebody is added, chooses a password by the link, loses the phone and is removed", async () => {
  const folder = await Deno.makeTempDir({ prefix: "staff-" });
  const staff = (...args: string[]) => runCommand(folder, "staff", ...args);
  try {
    expect(await staff()).toMatchObject({ code: 1, said: expect.stringContaining("there is no store") });
    expect(await staff("add", "ada@house.test", "--group=owner", "--name=Ada")).toMatchObject({
      code: 1,
      said: expect.stringContaining("usage:"),
    });
    const added = await staff("add", "ada@house.test", "--group=admin", "--name", "Ada King");
    expect(added.code).toBe(0);
    expect(added.said).toContain("Neither ENGLISH_URL nor CHINESE_URL is set here");
    const path = /\/password-reset\/\S+/.exec(added.said)![0];
    expect((await staff("list")).said).toMatch(/^\d+ {2}admin {2}ada@house\.test {2}Ada King {2}no second factor$/);

    const server = await startServer(folder);
    try {
      // The link of the stopped store opens on the running server: both have the same secret.
      const link = `${server.origin}/en${path}`;
      expect(await (await fetch(link)).text()).toContain("ada@house.test");
      const body = new URLSearchParams({ newPassword: "Autumn-2026!", confirmPassword: "Autumn-2026!" });
      const chosen = await fetch(link, {
        method: "POST",
        body,
        headers: { origin: server.origin },
        redirect: "manual",
      });
      await chosen.body?.cancel();
      expect(chosen.status).toBe(303);
      const second = await staff("add", "nadia@house.test", "--group", "translator", "--name", "Nadia");
      expect(second.said).toContain(`${server.origin}/en/password-reset/nadia%40house.test/`);
      expect(await staff("add", "nadia@house.test", "--group", "agency", "--name", "N")).toMatchObject({
        code: 1,
        said: expect.stringContaining("has an account already"),
      });
      expect((await staff("reset-factor", "ada@house.test")).said).toContain("had no second factor");
      expect(await staff("remove", "james@house.test")).toMatchObject({
        code: 1,
        said: expect.stringContaining("nobody with the address james@house.test works here"),
      });
      expect(await staff("remove", "nadia@house.test")).toEqual({ code: 0, said: "nadia@house.test is removed" });
      expect((await staff()).said).not.toContain("nadia");
    } finally {
      await server.end("SIGTERM");
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test({
  name: "the first account, made by root in the server's folder before its first start: the store is the server's",
  ignore: Deno.build.os !== "linux" || Deno.uid() !== 0,
  fn: async () => {
    const folder = await Deno.makeTempDir({ prefix: "staff-" });
    try {
      await Deno.chown(folder, 4711, 4711);
      expect((await runCommand(folder, "staff", "add", "ada@house.test", "--group=admin", "--name=Ada")).code).toBe(0);
      expect(Deno.statSync(`${folder}/kv.sqlite3`).uid).toBe(4711);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});
