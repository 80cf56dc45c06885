/** The relay as docs/operating/relay.md sets it up, with an address and a secret of the tests; nothing else is changed. */
import { makeCertificate } from "../payment_servers/certificate.ts";

export interface DocumentedRelay {
  /** Lines of turnserver.conf. */
  lines: string[];
  /** TURN_URLS. */
  urls: string;
  port: number;
  /** Removes its certificate. */
  forget: () => Promise<void>;
}

const documentPath = "docs/operating/relay.md";

/** Throws if the document no longer has such lines. */
export async function documentedRelay(address: string, secret: string): Promise<DocumentedRelay> {
  const text = await Deno.readTextFile(documentPath);
  const block = [...text.matchAll(/^```[a-z]*\n([\s\S]*?)^```/gm)].map(([, lines]) => lines!)
    .find((lines) => /^use-auth-secret$/m.test(lines));
  const urls = /TURN_URLS=["']?([^\s"'`]+)/.exec(text)?.[1];
  if (!block || !urls) throw new Error(`${documentPath} has no lines for a relay`);
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
