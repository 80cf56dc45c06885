/** Browser journeys against the built server with its demo world; one server and one store for all of them. */
import { defineConfig } from "@playwright/test";
import { Buffer } from "node:buffer";
import { createECDH } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { patience } from "./patience.ts";

// Workers load this file too: they must meet the port and folder that the runner chose.
// Below 32768, from where systems hand out ports of their own: any other test may hold one of these.
process.env.JOURNEY_PORT ??= String(20_000 + process.pid % 12_000);
process.env.JOURNEY_DATA ??= mkdtempSync(join(tmpdir(), "journeys-"));
const { JOURNEY_PORT, JOURNEY_DATA, CHROMIUM = "/usr/bin/chromium", HEADLESS_SHELL = CHROMIUM } = process.env;
/** Journeys with a camera or a notice of the system, which only the whole browser has. */
const withDevices = /(call|common_language|new_lady|notes)\.spec\.ts$/;
const launchArgs = [
  "--no-sandbox",
  "--disable-gpu",
  "--in-process-gpu",
  "--disable-software-rasterizer",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
/** The keys with which a site sends web push. */
const vapid = createECDH("prime256v1");
const VAPID_PUBLIC_KEY = vapid.generateKeys().toString("base64url");
const VAPID_PRIVATE_KEY = Buffer.from(vapid.getPrivateKey("hex").padStart(64, "0"), "hex").toString("base64url");

const baseURL = `http://localhost:${JOURNEY_PORT}`;

export default defineConfig({
  testDir: "./journeys",
  testMatch: "*.spec.ts",
  outputDir: "../test-results",
  reporter: [["list"]],
  workers: 2,
  fullyParallel: true,
  // These only end a journey that hangs; they measure nothing.
  timeout: patience(300),
  expect: { timeout: patience(30) },
  forbidOnly: Boolean(process.env.CI),
  use: {
    baseURL,
    actionTimeout: patience(60),
    locale: "en-GB",
  },
  projects: [
    { name: "devices", testMatch: withDevices, use: { launchOptions: { executablePath: CHROMIUM, args: launchArgs } } },
    {
      name: "pages",
      testIgnore: withDevices,
      use: { launchOptions: { executablePath: HEADLESS_SHELL, args: launchArgs } },
    },
  ],
  webServer: {
    command: `${process.env.DENO_PATH ?? "deno"} run -A tools/demo.ts`,
    cwd: "..",
    url: `${baseURL}/healthz`,
    env: { PORT: JOURNEY_PORT!, DATA_DIR: JOURNEY_DATA!, VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY },
    reuseExistingServer: false,
    timeout: patience(120),
  },
});
