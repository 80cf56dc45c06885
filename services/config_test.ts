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

Deno.test("a store elsewhere is an http or https address with its token, and anything else is named before a file is opened", () => {
  const token = { DENO_KV_ACCESS_TOKEN: "a token of denokv" };
  for (const url of ["https://kv.example.com", "http://10.0.0.7:4512", "https://api.example/v2/databases/x/connect"]) {
    expect(problemsOf({ KV_URL: url, ...token })).toEqual([]);
    expect(problemsOf({ KV_URL: url })).toEqual([expect.stringMatching(/^DENO_KV_ACCESS_TOKEN must be set/)]);
  }
  for (
    const url of [
      "kv.example.com:4512",
      "kv.example.com",
      "./data/kv.sqlite3",
      "denokv://x",
      "http://",
      "https://me:secret@kv.example.com",
    ]
  ) {
    expect(problemsOf({ KV_URL: url, ...token })).toEqual([expect.stringMatching(/^KV_URL must be an http or https/)]);
  }
  // The token would cross the open network in the clear.
  expect(problemsOf({ KV_URL: "http://kv.example.com", ...token })).toEqual(["KV_URL must be an https address"]);
});

Deno.test("Deno Deploy is known by either of its variables, and needs a bucket", () => {
  for (const name of ["DENO_DEPLOY", "DENO_DEPLOYMENT_ID"]) {
    expect(problemsOf({ [name]: "1" })).toEqual([expect.stringMatching(/^S3_ENDPOINT must be set/)]);
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

Deno.test("one sender, one address for questions, and a number of files: anything else is named", () => {
  const sender = "MAIL_FROM must hold one e-mail address, like Vesna <letters@vesna.example>";
  for (
    const MAIL_FROM of ["a@b, c@d", "Vesna a@b", "Vesna <a@b", "Vesna, Letters <a@b>", "Vesna <a@b>, <c@d>", "a b@c"]
  ) {
    expect([MAIL_FROM, problemsOf({ MAIL_FROM })]).toEqual([MAIL_FROM, [sender]]);
  }
  for (const MAIL_FROM of ["a@b.example", "<a@b.example>", "Весна <a@b.example>", '"Vesna, Letters" <a@b.example>']) {
    expect([MAIL_FROM, problemsOf({ MAIL_FROM })]).toEqual([MAIL_FROM, []]);
  }
  for (const name of ["CONTACT_EMAIL_EN", "CONTACT_EMAIL_ZH"]) {
    for (const text of ["not an address", "<script>", "a@b, c@d"]) {
      expect(problemsOf({ [name]: text })).toEqual([`${name} must be one e-mail address`]);
    }
    expect(problemsOf({ [name]: "hello@vesna.example" })).toEqual([]);
  }
  for (const text of ["abc", "0", "-1", "1.5"]) {
    expect(problemsOf({ OPEN_FILES_MAX: text })).toEqual([
      "OPEN_FILES_MAX must be a whole number from 1 to 1000000000",
    ]);
  }
  expect(problemsOf({ OPEN_FILES_MAX: "65536" })).toEqual([]);
});

Deno.test("a demo that nobody has given an address shows an example in its footer; anybody else's shows what is set", () => {
  const shown = (mode: "demo" | "start", variables: Record<string, string>) =>
    readConfig(mode, (name) => variables[name]).config.english.contactEmail;
  expect(shown("demo", {})).toBe("letters@vesna.example");
  expect(shown("demo", { MAIL_FROM: "hello@vesna.test" })).toBe("");
  expect(shown("demo", { CONTACT_EMAIL_EN: "hello@vesna.test" })).toBe("hello@vesna.test");
  expect(shown("start", {})).toBe("");
});

const doubtsOf = (more: Record<string, string>) =>
  readConfig("start", (name) => ({ ...whole, ...more } as Record<string, string>)[name]).config.doubts;

Deno.test("of addresses of services and of the site only the host counts, and what is left out is named", () => {
  for (
    const more of [
      "https://me:pw@vesna.example",
      "https://vesna.example/en",
      "https://vesna.example/?a=b",
      "https://vesna.example#x",
    ]
  ) {
    const left = "only https://vesna.example counts: what else it holds is left out";
    expect([problemsOf({ ENGLISH_URL: more }), doubtsOf({ ENGLISH_URL: more })]).toEqual([[], [
      `of ENGLISH_URL ${left}`,
    ]]);
  }
  expect(doubtsOf({ ENGLISH_URL: "https://vesna.example/" })).toEqual([]);
  const stripe = { STRIPE_SECRET_KEY: "sk_1", STRIPE_WEBHOOK_SECRET: "whsec_1" };
  expect(doubtsOf({ ...stripe, STRIPE_API_BASE: "https://stand-in.example/v1" })).toEqual([
    "of STRIPE_API_BASE only https://stand-in.example counts: what else it holds is left out",
  ]);
});

Deno.test("behind the question mark of SMTP_URL stands what the mailer knows, with values that it takes", () => {
  const withOptions = (query: string) => ({ SMTP_URL: `smtp://me:pw@mail.example:587?${query}` });
  for (const query of ["maxConnections=3", "requireTLS=false&tls.rejectUnauthorized=false", "name=vesna.example", ""]) {
    expect([query, problemsOf(withOptions(query)), doubtsOf(withOptions(query))]).toEqual([query, [], []]);
  }
  for (
    const query of ["maxConnections=abc", "maxConnections=0", "maxConnections=", "maxConnections=1&maxConnections=2"]
  ) {
    expect([query, problemsOf(withOptions(query))]).toEqual([query, ["SMTP_URL must say maxConnections=NUMBER, once"]]);
  }
  expect(problemsOf(withOptions("requireTLS=no"))).toEqual(["SMTP_URL must say requireTLS=true or false, once"]);
  for (const name of ["maxconnections", "from", "toString", "tls.ciphers"]) {
    expect([problemsOf(withOptions(`${name}=1`)), doubtsOf(withOptions(`${name}=1`))]).toEqual([[], [
      expect.stringContaining(`SMTP_URL says "${name}" behind its "?"`),
    ]]);
  }
});

Deno.test("a site is public under a name that somebody can own", () => {
  const isPublic = (ENGLISH_URL: string, ENGLISH_HOSTS = "") =>
    readConfig("start", (name) => ({ ...whole, ENGLISH_URL, ENGLISH_HOSTS } as Record<string, string>)[name]).config
      .isPublic;
  const tried = ["http://localhost:8000", "http://127.0.0.1:8000", "http://vesna.test", "https://en.vesna.example"];
  expect(tried.map((url) => isPublic(url))).toEqual([false, false, false, false]);
  expect([isPublic("https://vesna.love"), isPublic("http://localhost:8000", "vesna.love")]).toEqual([true, true]);
  for (const host of ["my vesna.love", "vesna.love:80800"]) {
    expect([isPublic("http://localhost:8000", host), problemsOf({ ENGLISH_HOSTS: host })]).toEqual([false, [
      expect.stringContaining("ENGLISH_HOSTS holds"),
    ]]);
  }
});

Deno.test("a former secret that is lost has a word of its own", () => {
  const read = (FORMER_SECRETS: string) => {
    const { config, problems } = readConfig("start", (name) => ({ ...whole, FORMER_SECRETS })[name]);
    return [config.formerSecrets.length, config.isFormerSecretLost, problems.length];
  };
  const former = "the secret that the site had before";
  expect([read(""), read(former), read(`${former}, lost`), read("lost"), read("Lost")]).toEqual([
    [0, false, 0],
    [1, false, 0],
    [1, true, 0],
    [0, true, 0],
    [1, false, 1],
  ]);
});
