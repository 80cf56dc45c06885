/** The code as the platform has it: a copy of the tracked files, built by the deploy block's commands, then read-only. */

const root = new URL("../../", import.meta.url).pathname;
const nobody = 65534;

export interface Tree {
  folder: string;
  entry: string;
  /** The user whose process reads it, and who may write nowhere in it. */
  user: { uid: number; gid: number } | Record<string, never>;
  bytes: number;
  /** How much memory an instance may take, in MB. */
  memoryLimit: number;
  /** Every path that has changed since the build. */
  changes: () => Promise<string[]>;
}

/** What the platform tells a build. */
const buildVariables = { CI: "true", DENO_DEPLOY: "true", DENO_DEPLOY_BUILD_ID: "rehearsal" };

/** Copies the tracked files into `folder`. Throws the output of a command that fails. */
export async function copyTracked(folder: string): Promise<void> {
  const tracked = await run(["git", "ls-files", "-z"], root);
  await run(["sh", "-c", `xargs -0 cp --parents -t "${folder}"`], root, tracked);
}

/** Builds a tree in `folder`. Throws the output of a command that fails. */
export async function buildTree(folder: string): Promise<Tree> {
  await copyTracked(folder);
  const { deploy } = JSON.parse(await Deno.readTextFile(`${folder}/deno.json`));
  for (const command of [deploy.install, deploy.build]) await run(["sh", "-c", command], folder, "", buildVariables);
  await run(["chmod", "-R", "a-w,a+rX", folder], root);
  const before = await stateOf(folder);
  return {
    folder,
    entry: deploy.runtime.entrypoint,
    memoryLimit: deploy.runtime.memoryLimit,
    user: Deno.uid() === 0 ? { uid: nobody, gid: nobody } : {},
    bytes: [...before.values()].reduce((sum, { size }) => sum + size, 0),
    async changes() {
      const after = await stateOf(folder);
      const paths = new Set([...before.keys(), ...after.keys()]);
      return [...paths].filter((path) => before.get(path)?.mtimeMs !== after.get(path)?.mtimeMs);
    },
  };
}

interface State {
  size: number;
  mtimeMs: number;
}

async function stateOf(folder: string, states = new Map<string, State>()): Promise<Map<string, State>> {
  for await (const { name, isSymlink, isDirectory } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    const { size, mtime } = await Deno.lstat(path);
    states.set(path, { size: isDirectory ? 0 : size, mtimeMs: mtime!.getTime() });
    if (isDirectory && !isSymlink) await stateOf(path, states);
  }
  return states;
}

/** Runs a command and returns what it prints; throws its output if it fails. */
export async function run(
  [command, ...args]: string[],
  cwd: string,
  input = "",
  env: Record<string, string> = {},
): Promise<string> {
  const child = new Deno.Command(command!, { args, cwd, env, stdin: "piped", stdout: "piped", stderr: "piped" })
    .spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(input));
  await writer.close();
  const { success, stdout, stderr } = await child.output();
  const [out, errors] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  if (!success) throw new Error(`${command} ${args.join(" ")}: ${errors}`);
  return out!;
}
