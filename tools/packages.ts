/** Finds a program that tests need, and installs its Debian package if apt can. */

export function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

/** The first of these places where the program is, if need be after installing its package; null if it is in none. */
export async function findOrInstall(places: string[], name: string): Promise<string | null> {
  const found = places.find(isFile);
  if (found) return found;
  if (!isFile("/usr/bin/apt-get")) return null;
  console.log(`No ${name} found: installing it.`);
  await run("apt-get", ["update"]);
  await run("apt-get", ["install", "-y", "--no-install-recommends", name]);
  return places.find(isFile) ?? null;
}

/** Runs a program to its end and returns whether it succeeded; false if there is no such program. */
export async function run(command: string, args: string[]): Promise<boolean> {
  try {
    const { success } = await new Deno.Command(command, { args, stdout: "null", stderr: "inherit" }).output();
    return success;
  } catch {
    return false;
  }
}
