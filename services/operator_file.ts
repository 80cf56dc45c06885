/**
 * How the operator's own commands reach a running server: a file in DATA_DIR, readable by its owner alone, with the
 * server's address and a key that is valid as long as the server runs. Who may read the store may read this, and nobody
 * else.
 */
import { randomBytes } from "node:crypto";

const fileName = ".operator";

export interface OperatorFile {
  /** Scheme, host and port on this machine. */
  url: string;
  key: string;
}

interface Place {
  dataDir: string;
  host: string;
  port: number;
}

/** Writes the file anew for a server that begins; answers its key. */
export async function writeOperatorFile({ dataDir, host, port }: Place): Promise<string> {
  const key = randomBytes(24).toString("base64url");
  const file: OperatorFile = { url: `http://${nameHere(host)}:${port}`, key };
  const path = `${dataDir}/${fileName}`;
  // An existing file would keep its rights, whoever made it.
  await Deno.remove(path).catch(ignoreMissing);
  await Deno.writeTextFile(path, JSON.stringify(file), { mode: 0o600, createNew: true });
  return key;
}

/** Null where no server has written it. */
export async function readOperatorFile({ dataDir }: Pick<Place, "dataDir">): Promise<OperatorFile | null> {
  const text = await Deno.readTextFile(`${dataDir}/${fileName}`).catch(ignoreMissing);
  return text ? JSON.parse(text) : null;
}

export const removeOperatorFile = ({ dataDir }: Pick<Place, "dataDir">): Promise<void> =>
  Deno.remove(`${dataDir}/${fileName}`).catch(ignoreMissing);

/** An address that means every interface is reached on this machine's own. */
function nameHere(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}

function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}
