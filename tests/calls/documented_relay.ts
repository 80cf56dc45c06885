/** The relay as the README tells operators to set it up, moved to an address and a secret of tests; nothing else is changed. */
import { makeCertificate } from "../payment_servers/certificate.ts";

export interface ReadmeRelay {
  /** Lines of turnserver.conf. */
  lines: string[];
  /** TURN_URLS. */
  urls: string;
  port: number;
  /** Removes its certificate. */
  forget: () => Promise<void>;
}

/** Throws where the README no longer has such lines. */
export async function readmeRelay(address: string, secret: string): Promise<ReadmeRelay> {
  const readme = await Deno.readTextFile("README.md");
  const block = [...readme.matchAll(/^```[a-z]*\n([\s\S]*?)^```/gm)].map(([, text]) => text!)
    .find((text) => /^use-auth-secret$/m.test(text));
  const urls = /TURN_URLS=["']?([^\s"'`]+)/.exec(readme)?.[1];
  if (!block || !urls) throw new Error("the README has no lines for a relay");
  const folder = await Deno.makeTempDir({ prefix: "relay-" });
  const { pem, privateKey } = makeCertificate();
  await Deno.writeTextFile(`${folder}/cert.pem`, pem);
  await Deno.writeTextFile(`${folder}/key.pem`, String(privateKey.export({ type: "pkcs8", format: "pem" })));
  const own: Record<string, string> = {
    "listening-ip": address,
    "relay-ip": address,
    "external-ip": address,
    "static-auth-secret": secret,
    cert: `${folder}/cert.pem`,
    pkey: `${folder}/key.pem`,
  };
  const lines = block.split("\n").map((line) => line.replace(/\s*#.*$/, "").trim()).filter(Boolean).map((line) => {
    const [key] = line.split("=");
    return key! in own ? `${key}=${own[key!]}` : line;
  });
  return {
    lines,
    urls: urls.replaceAll(/(turns?:)[^:?,]+/g, `$1${address}`),
    port: Number(lines.find((line) => line.startsWith("listening-port="))?.split("=")[1] ?? 3478),
    forget: () => Deno.remove(folder, { recursive: true }),
  };
}
