/** For tests: a language model on loopback, which "translates" by naming the languages that its system message names. */
import { startPeer, type TranslationPeer } from "./translation_peer.ts";

interface OpenaiBody {
  model: string;
  messages: { role: string; content: string }[];
}

export const openaiKey = "sk-loopback";
export const openaiModel = "loopback-model";

export interface OpenaiServer extends TranslationPeer<OpenaiBody> {
  /** Changes what the first choice of an answer holds. */
  choice: { finish_reason?: string | null; refusal?: string | null; before?: string };
}

/** Starts the server: with a key, or without one, as a self-hosted server. */
export function openaiServer(key: string | null = openaiKey): OpenaiServer {
  const choice: OpenaiServer["choice"] = {};
  const peer = startPeer<OpenaiBody>({
    path: "/v1/chat/completions",
    fields: ["model", "messages"],
    check({ headers, body }) {
      const authorization = headers.get("authorization");
      if (authorization !== (key && `Bearer ${key}`)) {
        return Response.json({ error: { code: "invalid_api_key", type: "invalid_request_error" } }, { status: 401 });
      }
      if (body.model !== openaiModel) return `model ${body.model}`;
      if (body.messages.map(({ role }) => role).join() !== "system,user") return "other messages than two";
      return null;
    },
    answer: ({ model, messages }, translate) => {
      const { finish_reason = "stop", refusal = null, before = "" } = choice;
      const content = before + translate(messages[1]!.content);
      return {
        id: "chatcmpl-1",
        object: "chat.completion",
        model,
        choices: [{ index: 0, message: { role: "assistant", content, refusal }, finish_reason }],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      };
    },
    translate(text, { messages }) {
      const [, from, to] = /from ([\w ]+?)(?: \(.*?\))? into ([\w ]+?)(?: \(.*?\))?\./.exec(messages[0]!.content) ?? [];
      return `[${from}→${to}] ${text}`;
    },
  });
  return Object.assign(peer, { choice });
}
