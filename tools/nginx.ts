/** Runs nginx in front of the site as docs/operating/examples/nginx.conf has it, for tests and measurements. */
import { freePort } from "./free_port.ts";
import { findOrInstall } from "./packages.ts";

const example = new URL("../docs/operating/examples/nginx.conf", import.meta.url);

export interface Proxy extends AsyncDisposable {
  /** Where it answers for the example's host, by TLS with a self-signed certificate. */
  port: number;
}

/** The path of nginx; null if it cannot be had. */
export const ensureNginx = (): Promise<string | null> => findOrInstall(["/usr/sbin/nginx"], "nginx-light");

/** Starts nginx on free ports in front of a site on `sitePort`, with its files in `folder`. */
export async function startNginx(nginx: string, sitePort: number, folder: string): Promise<Proxy> {
  const [plainPort, port] = [freePort(), freePort()];
  await writeCertificate(folder);
  const site = (await Deno.readTextFile(example))
    .replace("127.0.0.1:8000", `127.0.0.1:${sitePort}`)
    .replaceAll("/etc/letsencrypt/live/vesna.example", folder)
    .replaceAll(/^ *listen \[::\].*\n/gm, "")
    .replace("listen 80;", `listen 127.0.0.1:${plainPort};`)
    .replace("listen 443 ", `listen 127.0.0.1:${port} `);
  const own = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) =>
    `${kind}_temp_path ${folder}/${kind};`
  );
  await Deno.writeTextFile(
    `${folder}/nginx.conf`,
    `daemon off;\npid ${folder}/nginx.pid;\nerror_log stderr warn;\nworker_processes 1;\nevents {}\n` +
      `http {\naccess_log off;\n${own.join("\n")}\n${site}}\n`,
  );
  const child = new Deno.Command(nginx, {
    args: ["-e", "stderr", "-p", folder, "-c", `${folder}/nginx.conf`],
    stdout: "null",
    stderr: "inherit",
  }).spawn();
  while (!await isAnswering(port)) {
    const ended = await Promise.race([child.status, new Promise<null>((resolve) => setTimeout(resolve, 50, null))]);
    if (ended) throw new Error(`nginx ended with ${ended.code}`);
  }
  return {
    port,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await child.status;
    },
  };
}

const isAnswering = (port: number): Promise<boolean> =>
  Deno.connect({ hostname: "127.0.0.1", port }).then((line) => (line.close(), true), () => false);

/** Writes a key and its certificate under the names that certbot gives them. Throws if there is no openssl. */
async function writeCertificate(folder: string): Promise<void> {
  const { success, stderr } = await new Deno.Command("openssl", {
    args: [
      ...["req", "-x509", "-nodes", "-days", "2", "-subj", "/CN=vesna.example"],
      ...["-addext", "subjectAltName=DNS:vesna.example"],
      ...["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"],
      ...["-keyout", `${folder}/privkey.pem`, "-out", `${folder}/fullchain.pem`],
    ],
    stdout: "null",
    stderr: "piped",
  }).output();
  if (!success) throw new Error(`no certificate: ${new TextDecoder().decode(stderr)}`);
}
