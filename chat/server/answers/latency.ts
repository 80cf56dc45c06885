/** Answers about the connection itself: how long a frame takes. */
import type { Answers } from "./answer.ts";

export const latencyAnswers = {
  "latency-start"({ connection, reply }, { startTimeLatency }) {
    connection.pulseBegan = startTimeLatency;
    reply("latency-back", { startTimeLatency });
  },

  latency({ connection, reply, wantsAnswer }) {
    // Without an id the client would take it for another pulse, and measure and report it again without end.
    if (wantsAnswer) reply("latency-back", { startTimeLatency: connection.pulseBegan });
  },
} satisfies Partial<Answers>;
