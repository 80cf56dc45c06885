/** A real coturn for tests: on loopback unless `lines` say otherwise; leaves nothing behind. */
import { freePort } from "../../tools/free_port.ts";
import { startChild } from "../calls/child.ts";

export const turnSecret = "a secret that only tests and their relay may know";

export interface TurnOptions {
  /** Lines of turnserver.conf instead of those for loopback; which port it listens on is read from them. */
  lines?: string[];
  port?: number;
  secret?: string;
  /** Whether it takes no datagrams: whoever wants a relay has to come over TCP. */
  isTcpOnly?: boolean;
  /** Words before the command, e.g. to run it in a network of its own. */
  within?: string[];
}

export interface TurnServer {
  port: number;
  /** As TURN_URLS wants them: by datagrams and by TCP. */
  urls: string;
  /** Relays nothing until `goOn`; connections stay. */
  pause: () => void;
  goOn: () => void;
  /** Sockets that it holds open, its listeners among them. */
  socketCount: () => number;
  said: () => string;
  stop: () => Promise<void>;
}

/** The path of the program, or null if this machine has none. */
export function turnServerPath(): string | null {
  const places = [Deno.env.get("TURNSERVER") ?? "", "/usr/bin/turnserver", "/usr/local/bin/turnserver"];
  return places.find((path) => {
    try {
      return Deno.statSync(path).isFile;
    } catch {
      return false;
    }
  }) ?? null;
}

/** The lines of a relay that serves this machine alone. */
const loopbackLines = (port: number, secret: string): string[] => [
  `listening-port=${port}`,
  "listening-ip=127.0.0.1",
  "relay-ip=127.0.0.1",
  "allow-loopback-peers",
  "use-auth-secret",
  `static-auth-secret=${secret}`,
  "realm=localhost",
  "fingerprint",
  "no-tls",
  "no-dtls",
];

/** Starts it and waits until it listens. Throws what it printed if it does not. */
export async function startTurnServer(options: TurnOptions = {}): Promise<TurnServer> {
  const path = turnServerPath();
  if (!path) throw new Error("no coturn");
  const port = options.port ?? freePort();
  const folder = await Deno.makeTempDir({ prefix: "turn-" });
  const lines = [
    ...options.lines ?? loopbackLines(port, options.secret ?? turnSecret),
    ...options.isTcpOnly ? ["no-udp"] : [],
    "no-cli",
    "verbose",
    "log-file=stdout",
    "simple-log",
    `pidfile=${folder}/pid`,
    `userdb=${folder}/users`,
  ];
  await Deno.writeTextFile(`${folder}/turnserver.conf`, lines.join("\n") + "\n");
  const [command, ...before] = [...options.within ?? [], path];
  const child = await startChild(command!, [...before, "-c", `${folder}/turnserver.conf`]);
  try {
    await child.until(/IPv4\. (TLS\/)?TCP listener opened on/);
    if (!options.isTcpOnly) await child.until(/IPv4\. (DTLS\/)?UDP listener opened on/i);
  } catch (error) {
    await child.end();
    await Deno.remove(folder, { recursive: true });
    throw error;
  }
  return {
    port,
    urls: `turn:127.0.0.1:${port}?transport=udp,turn:127.0.0.1:${port}?transport=tcp`,
    pause: () => child.signal("SIGSTOP"),
    goOn: () => child.signal("SIGCONT"),
    socketCount: () => socketsOf(child.pid),
    said: child.said,
    async stop() {
      await child.end();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** Sockets that a process holds open (Linux). */
export function socketsOf(pid: number): number {
  const links = [...Deno.readDirSync(`/proc/${pid}/fd`)].map(({ name }) => {
    try {
      return Deno.readLinkSync(`/proc/${pid}/fd/${name}`);
    } catch {
      return "";
    }
  });
  return links.filter((target) => target.startsWith("socket:")).length;
}
