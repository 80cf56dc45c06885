/** Browser journeys against the built server with its demo world; one server and one store for all of them. */
import { defineConfig } from "@playwright/test";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

// Workers load this file too: they must meet the port and folder that the runner chose.
process.env.JOURNEY_PORT ??= String(20_000 + process.pid % 20_000);
process.env.JOURNEY_DATA ??= mkdtempSync(join(tmpdir(), "journeys-"));
const { JOURNEY_PORT, JOURNEY_DATA, CHROMIUM = "/usr/bin/chromium" } = process.env;
const baseURL = `http://localhost:${JOURNEY_PORT}`;

export default defineConfig({
  testDir: "./journeys",
  testMatch: "*.spec.ts",
  outputDir: "../test-results",
  reporter: [["list"]],
  workers: 2,
  fullyParallel: true,
  timeout: 60_000,
  forbidOnly: Boolean(process.env.CI),
  use: {
    baseURL,
    actionTimeout: 10_000,
    locale: "en-GB",
    launchOptions: {
      executablePath: CHROMIUM,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  webServer: {
    command: `${process.env.DENO_PATH ?? "deno"} run -A tools/demo.ts`,
    cwd: "..",
    url: `${baseURL}/healthz`,
    env: { PORT: JOURNEY_PORT!, DATA_DIR: JOURNEY_DATA! },
    reuseExistingServer: false,
  },
});
