import { expect } from "expect";
import { chatConnectionsMax, openFilesIn } from "./open_files.ts";

Deno.test("of the files that may be open a fifth, and a hundred, are kept from the chat", () => {
  expect(chatConnectionsMax(1024)).toBe(739);
  expect(chatConnectionsMax(20_000)).toBe(15_920);
  expect(chatConnectionsMax(1_048_576)).toBe(50_000);
  expect(chatConnectionsMax(64)).toBe(1);
  expect(chatConnectionsMax(null)).toBe(10_000);
});

Deno.test("the limit is read from where Linux tells it, and is unknown elsewhere", () => {
  const limits = "Limit                     Soft Limit           Hard Limit           Units     \n" +
    "Max processes             96365                96365                processes \n" +
    "Max open files            1024                 524288               files     \n";
  expect(openFilesIn(limits)).toBe(1024);
  expect(openFilesIn(limits.replace("1024 ", "unlimited"))).toBe(null);
  expect(openFilesIn("")).toBe(null);
});

Deno.test({
  name: "a process knows its own limit, and where it may not read it, what it was told",
  ignore: Deno.build.os !== "linux",
  async fn() {
    const module = new URL("./open_files.ts", import.meta.url).href;
    const script = `import { openFilesMax } from "${module}"; console.log(String(openFilesMax()));`;
    const read = async (permissions: string, told = "") => {
      const config = new URL("../deno.json", import.meta.url).pathname;
      const command =
        `ulimit -n 900; ${told} "${Deno.execPath()}" run --no-check --config "${config}" ${permissions} -`;
      const child = new Deno.Command("sh", { args: ["-c", command], stdin: "piped", stdout: "piped" }).spawn();
      const writer = child.stdin.getWriter();
      await writer.write(new TextEncoder().encode(script));
      await writer.close();
      return new TextDecoder().decode((await child.output()).stdout).trim();
    };
    const own = "--no-prompt --allow-env --allow-read=.";
    expect(await Promise.all([read("-A"), read(own), read(own, "OPEN_FILES_MAX=800")])).toEqual(["900", "null", "800"]);
  },
});
