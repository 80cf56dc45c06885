/** `deno task approve` as an operator runs it: on a stopped store, and asking the server that has it. */
import { expect } from "expect";
import { changeFirstName } from "../kv/ladies/profile/first_names.ts";
import { ladyById } from "../kv/ladies/ladies.ts";
import { askProfileChange } from "../kv/ladies/profile/profile_changes.ts";
import { openStore, type Store } from "../kv/open.ts";
import { createLady } from "../kv/testing/store.ts";
import { putChecks } from "../kv/testing/verifications.ts";
import { runCommand, runWithSecret, startServer } from "./ops/processes.ts";

Deno.test("what waits is decided while the server is stopped, and by the server while it runs", async () => {
  const folder = await Deno.makeTempDir({ prefix: "approve-" });
  const withStore = async <T>(work: (store: Store) => Promise<T>): Promise<T> => {
    const store = await openStore({ location: `${folder}/kv.sqlite3`, secret: "x".repeat(32) });
    try {
      return await work(store);
    } finally {
      store.close();
    }
  };
  try {
    expect(await runCommand(folder, "approve")).toMatchObject({
      code: 1,
      said: expect.stringContaining("there is no store"),
    });
    const ladyId = await withStore(async (store) => {
      const { id } = await createLady(store, { firstname: "Olena", isPublished: false });
      await putChecks(store, id);
      await askProfileChange(store, id, { about: "Books\u001b[31m and rain." });
      await changeFirstName(store, id, "Alona");
      return id;
    });
    const listed = await runCommand(folder, "approve");
    expect(listed.code).toBe(0);
    expect(listed.said).toContain(`profile of Olena (${ladyId}), whom it publishes`);
    expect(listed.said).toContain("about: – → Books");
    expect(listed.said).toContain("firstname: Olena → Alona");
    // Nothing that somebody wrote can command the terminal.
    expect(listed.said).not.toContain("\u001b");
    const [profile, name] = [...listed.said.matchAll(/^(\d+) {2}/gm)].map(([, id]) => id!);
    expect((await runCommand(folder, "approve", "--refuse")).said).toContain("usage:");
    expect(await runCommand(folder, "approve", profile!)).toMatchObject({ code: 0, said: `${profile} approved` });
    expect(await withStore((store) => ladyById(store, ladyId))).toMatchObject({ isPublished: true });

    const server = await startServer(folder);
    try {
      if (Deno.build.os !== "windows") expect((await Deno.stat(`${folder}/.operator`)).mode! & 0o777).toBe(0o600);
      expect((await runCommand(folder, "approve")).said).toContain("firstname: Olena → Alona");
      const again = await runCommand(folder, "approve", profile!, name!);
      expect(again.code).toBe(1);
      expect(again.said).toContain(`${profile} does not wait (any more)`);
      expect(again.said).toContain(`${name} approved`);
      const { girl } = await (await fetch(`${server.origin}/api/girls/${ladyId}`)).json();
      expect(girl.name).toBe("Alona");
      expect((await runCommand(folder, "approve")).said).toBe("nothing waits");
    } finally {
      await server.end("SIGTERM");
    }
    expect(await Array.fromAsync(Deno.readDir(folder), ({ name }) => name)).not.toContain(".operator");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("without the server's SECRET no task writes into a store that is stopped, and lists are shown", async () => {
  const folder = await Deno.makeTempDir({ prefix: "unsigned-" });
  try {
    (await openStore({ location: `${folder}/kv.sqlite3`, secret: "x".repeat(32) })).close();
    const writing = [
      ["approve", "12"],
      ["staff", "remove", "ada@house.test"],
      ["staff", "reset-factor", "ada@house.test"],
      ["staff", "add", "ada@house.test", "--group=admin", "--name=Ada"],
      ["erase", folder],
    ] as const;
    for (const secret of ["", "too short"]) {
      for (const [name, ...args] of writing) {
        expect([name, await runWithSecret(secret, folder, name, ...args)]).toEqual([name, {
          code: 1,
          said: expect.stringContaining("SECRET must be set as the server has it"),
        }]);
      }
    }
    expect(await runWithSecret("", folder, "approve")).toEqual({ code: 0, said: "nothing waits" });
    expect(await runWithSecret("", folder, "staff")).toEqual({ code: 0, said: "nobody works here yet" });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
