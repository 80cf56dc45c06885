import { expect } from "expect";
import { turnCredentials } from "./turn_credentials.ts";

const turn = { urls: ["turn:turn.example.org:3478"], secret: "north" };

Deno.test("a pass is what coturn expects of its secret", async () => {
  // From: printf %s 1700003600:call | openssl dgst -sha1 -hmac north -binary | base64
  expect(await turnCredentials({ turn, stunUrls: [] }, "call", 3600, 1_700_000_000_000)).toEqual([{
    urls: ["turn:turn.example.org:3478"],
    username: "1700003600:call",
    credential: "25ivSXPeJwgUCaZghJ+IKJY1YEE=",
  }]);
});

Deno.test("without a relay there is none, and a stun server only where one is named", async () => {
  expect(await turnCredentials({ turn: null, stunUrls: [] }, "call")).toEqual([]);
  expect(await turnCredentials({ turn: null, stunUrls: ["stun:a"] }, "call")).toEqual([{ urls: ["stun:a"] }]);
});
