/** Where uploads go is configuration: all variables of a bucket, or none of them, and then the data folder. */
import { expect } from "expect";
import { startS3Server } from "../../tests/servers/s3_server.ts";
import { readConfig } from "../config.ts";
import { openStorage } from "./open.ts";

const bucket = {
  S3_ENDPOINT: "https://s3.example.test/",
  S3_BUCKET: "vesna-uploads",
  S3_ACCESS_KEY: "key",
  S3_SECRET_KEY: "a secret that stands in no sentence",
};
const s3Problems = (env: Record<string, string>) =>
  readConfig("start", (name) => env[name]).problems.filter((problem) => problem.includes("S3_"));

Deno.test("without variables uploads lie in the folder of the data", async () => {
  const dataDir = await Deno.makeTempDir();
  const { config } = readConfig("demo", (name) => ({ DATA_DIR: dataDir })[name]);
  expect(config.s3).toBeNull();
  const storage = await openStorage(config);
  await storage.put("letters/a.webp", new Uint8Array([1]), "image/webp");
  expect([...await Deno.readFile(`${dataDir}/uploads/letters/a.webp`)]).toEqual([1]);
  await Deno.remove(dataDir, { recursive: true });
});

Deno.test("with a bucket they lie there and nowhere else", async () => {
  const server = await startS3Server();
  const dataDir = await Deno.makeTempDir();
  const { endpoint, accessKey, secretKey, region } = server.config;
  const env: Record<string, string> = {
    DATA_DIR: dataDir,
    S3_ENDPOINT: endpoint,
    S3_BUCKET: server.config.bucket,
    S3_ACCESS_KEY: accessKey,
    S3_SECRET_KEY: secretKey,
    S3_REGION: region,
  };
  const { config, problems } = readConfig("demo", (name) => env[name]);
  expect(problems).toEqual([]);
  const storage = await openStorage(config);
  await storage.put("letters/a.webp", new Uint8Array([1]), "image/webp");
  expect(server.requests).toEqual(["PUT /vesna-uploads/letters/a.webp"]);
  expect([...Deno.readDirSync(dataDir)]).toEqual([]);
  await Deno.remove(dataDir, { recursive: true });
  await server.stop();
});

Deno.test("half a bucket is named, variable by variable, and its secret is not repeated", () => {
  expect(s3Problems(bucket)).toEqual([]);
  for (const name of Object.keys(bucket)) {
    const { [name as keyof typeof bucket]: _gone, ...rest } = bucket;
    expect(s3Problems(rest)).toEqual([`${name} must be set where any S3_ variable is`]);
  }
  expect(s3Problems({ S3_REGION: "eu-west-1" }).length).toBe(1);
  expect(s3Problems({ ...bucket, S3_ENDPOINT: "ftp://x" })).toEqual(["S3_ENDPOINT must be an http or https address"]);
  expect(s3Problems({ ...bucket, S3_ENDPOINT: "http://minio:9000" })).toEqual([]);
  expect(s3Problems({ ...bucket, S3_ENDPOINT: "http://s3.example.com" })).toEqual([
    "S3_ENDPOINT must be an https address",
  ]);
  expect(s3Problems({ ...bucket, S3_BUCKET: "../other" })).toEqual(["S3_BUCKET is no name of a bucket"]);
});

Deno.test("without a disk a bucket is needed", () => {
  expect(s3Problems({ DENO_DEPLOYMENT_ID: "x" }).length).toBe(1);
  expect(s3Problems({ DENO_DEPLOYMENT_ID: "x", ...bucket })).toEqual([]);
});
