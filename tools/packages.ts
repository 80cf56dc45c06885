/** Finds a program that tests need, and installs Debian's package of it where apt can. */

export function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

/** The first of these places where the program is, before or after apt has installed its package; null where it cannot. */
export async function findOrInstall(places: string[], name: string): Promise<string | null> {
  const found = places.find(isFile);
  if (found) return found;
  if (!isFile("/usr/bin/apt-get")) return null;
  console.log(`No ${name} found: installing it.`);
  await run("apt-get", ["update"]);
  await run("apt-get", ["install", "-y", "--no-install-recommends", name]);
  return places.find(isFile) ?? null;
}

/** Runs it to its end and says whether it ended well; false where there is no such program. */
export async function run(command: string, args: string[]): Promise<boolean> {
  try {
    const { success } = await new Deno.Command(command, { args, stdout: "null", stderr: "inherit" }).output();
    return success;
  } catch {
    return false;
  }
}
