import { expect } from "expect";
import { readCallSettings } from "./call_settings.ts";
import { readConfig } from "./config.ts";

const secret = "what a relay shares";

function read(env: Record<string, string>) {
  const problems: string[] = [];
  const doubts: string[] = [];
  return { ...readCallSettings({ read: (name) => env[name] ?? null, problems, doubts }), problems, doubts };
}

Deno.test("without configuration a call has no servers, and nothing is wrong with that", () => {
  expect(read({})).toEqual({ turn: null, stunUrls: [], problems: [], doubts: [] });
});

Deno.test("relays are read as a peer connection takes them", () => {
  const urls = "turn:turn.example.org:3478?transport=udp, turns:turn.example.org:5349?transport=tcp,turn:[2001:db8::1]";
  expect(read({ TURN_URLS: urls, TURN_SECRET: secret, STUN_URLS: "stun:stun.example.org" })).toEqual({
    turn: {
      urls: [
        "turn:turn.example.org:3478?transport=udp",
        "turns:turn.example.org:5349?transport=tcp",
        "turn:[2001:db8::1]",
      ],
      secret,
    },
    stunUrls: ["stun:stun.example.org"],
    problems: [],
    doubts: [],
  });
});

Deno.test("a relay without its secret, and a secret without a relay, are named before anything starts", () => {
  expect(read({ TURN_URLS: "turn:a" }).problems).toEqual(["TURN_SECRET must be set where TURN_URLS is"]);
  expect(read({ TURN_SECRET: "s" }).problems).toEqual(["TURN_SECRET needs TURN_URLS"]);
  const { problems } = readConfig("start", (name) => name === "TURN_URLS" ? "turn:a" : undefined);
  expect(problems).toContain("TURN_SECRET must be set where TURN_URLS is");
});

Deno.test("what is no address of a relay is named", () => {
  const wrong = [
    "https://a",
    "turn:",
    "turn://a",
    "stun:a",
    "turn:a:0",
    "turn:a:70000",
    "turn:a?transport=sctp",
    "turn:u@a",
  ];
  for (const url of wrong) {
    expect(read({ TURN_URLS: url, TURN_SECRET: secret })).toEqual({
      turn: null,
      stunUrls: [],
      problems: [`TURN_URLS holds "${url}", which is no address like turn:host:3478`],
      doubts: [],
    });
  }
  expect(read({ STUN_URLS: "stun:a?transport=udp" }).problems).toHaveLength(1);
});

Deno.test("a secret that somebody in a call could find by trying is doubted, and not repeated", () => {
  const doubted = (TURN_SECRET: string) => {
    const { problems, doubts } = read({ TURN_URLS: "turn:a", TURN_SECRET });
    return [problems.length, doubts.length, doubts.some((doubt) => doubt.includes(TURN_SECRET))];
  };
  expect([doubted("fifteen letters"), doubted("sixteen letters.")]).toEqual([[0, 1, false], [0, 0, false]]);
});
