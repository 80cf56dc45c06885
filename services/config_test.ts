import { expect } from "expect";
import { readConfig } from "./config.ts";

const whole: Record<string, string> = {
  SECRET: "a secret that only tests may know",
  ENGLISH_URL: "https://vesna.example",
  SMTP_URL: "smtp://127.0.0.1:25",
  MAIL_FROM: "letters@vesna.example",
};

const problemsOf = (env: Record<string, string>): string[] =>
  readConfig("start", (name) => ({ ...whole, ...env })[name]).problems;

Deno.test("a whole configuration starts", () => {
  expect(problemsOf({})).toEqual([]);
});

for (const secret of ["x".repeat(39), "password".repeat(5), "secret-".repeat(6), "1010".repeat(16)]) {
  Deno.test(`a start refuses the secret "${secret}", long as it is, and never repeats it`, () => {
    const problems = problemsOf({ SECRET: secret });
    expect(problems).toEqual([expect.stringMatching(/^SECRET must hold at least 8 different characters/)]);
    expect(problems.join()).not.toContain(secret);
  });
}

Deno.test("secrets that a program makes are taken, in whatever alphabet", () => {
  for (let tries = 0; tries < 200; tries++) {
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    expect(problemsOf({ SECRET: bytes.toHex() })).toEqual([]);
    expect(problemsOf({ SECRET: bytes.toBase64() })).toEqual([]);
  }
});

Deno.test("a start is at https addresses; this machine and names for tests may do without", () => {
  for (const url of ["http://vesna.example", "http://192.168.0.7:8000", "http://localhost.vesna.example"]) {
    expect(problemsOf({ ENGLISH_URL: url })).toEqual([expect.stringMatching(/^ENGLISH_URL must be an https address/)]);
    expect(problemsOf({ CHINESE_URL: url, ENGLISH_URL: "https://other.example" })).toEqual([
      expect.stringMatching(/^CHINESE_URL must be an https address/),
    ]);
  }
  for (const url of ["http://localhost:8000", "http://127.0.0.1:8000", "http://[::1]:8000", "http://vesna.test:8000"]) {
    expect(problemsOf({ ENGLISH_URL: url })).toEqual([]);
  }
});
