/** What a production start writes: lines of JSON alone, and a word about settings that were hardly meant. */
import { expect } from "expect";
import { startChild } from "../calls/child.ts";

const root = new URL("../../", import.meta.url).pathname;

const env = (dataDir: string) => ({
  DATA_DIR: dataDir,
  PORT: "0",
  HOST: "127.0.0.1",
  NO_COLOR: "1",
  SECRET: "a secret that only tests may know",
  ENGLISH_URL: "http://vesna.test",
  SMTP_URL: "smtp://127.0.0.1:9",
  MAIL_FROM: "letters@vesna.test",
  OPENAI_API_KEY: "sk-of-another-program",
  S3_ENDPOINT: "http://127.0.0.1:9",
  S3_BUCKET: "letters",
  S3_ACCESS_KEY: "a",
  S3_SECRET_KEY: "b",
});

Deno.test("each line of the log is JSON; it says where the site listens, which key is idle, and that no bucket answers", async () => {
  const folder = await Deno.makeTempDir({ prefix: "production-log-" });
  const site = await startChild(Deno.execPath(), ["run", "-A", "--quiet", "main.ts"], { cwd: root, env: env(folder) });
  try {
    await site.until(/Listening on http:\/\/127\.0\.0\.1:\d+\//);
    await site.until(/cannot be used/);
  } finally {
    await site.end();
    await Deno.remove(folder, { recursive: true });
  }
  const lines = site.said().trim().split("\n").filter((line) => !/^pid \d+$/.test(line));
  const messages = lines.map((line) => JSON.parse(line).message as string);
  expect(messages).toEqual(expect.arrayContaining([
    expect.stringMatching(/^Listening on http:\/\/127\.0\.0\.1:\d+\/$/),
    "OPENAI_API_KEY is set without OPENAI_BASE_URL and OPENAI_MODEL: it is not used",
    'the bucket "letters" cannot be used: "the storage service did not answer: the connection failed"; ' +
    "until it can, pictures are neither shown nor taken",
  ]));
});
