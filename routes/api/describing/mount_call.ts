/** Mounts a call by its description: who may come in, what was sent, and the answer or the refusal. */
import type { Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { guestsCall, idempotencyKeyLengthMax, onceByKey } from "../../../kv/store/idempotent_calls.ts";
import { type Refusal, refuse } from "../../../kv/store/refusals.ts";
import { isAdmitted } from "../../http/access.ts";
import { admitKeptOut, noteStaffDenied } from "../../http/define_page.ts";
import type { AppContext, AppEnv } from "../../http/env.ts";
import { type Input, parseInput, readBody, textOfBody, withFaults } from "../../http/read_input.ts";
import { answerRefusal } from "../../http/refusal_answer.tsx";
import type { Call, CallAccess, CallInput, CallRefusal, Schema } from "./call.ts";
import { reasonsOf } from "./call_refusals.ts";

export function mountCall(app: Hono<AppEnv>, call: Call): void {
  app.on(call.method.toUpperCase(), `/api${call.path}`, async (c) => {
    c.header("cache-control", "no-store");
    if (call.keptOutMay) admitKeptOut(c);
    const refusal = await guard(c, call.access);
    if (refusal) return await answerDescribed(c, call, refusal);
    const input = await readInput(c, call);
    return input.ok ? await answer(c, call, input.value) : await answerDescribed(c, call, input);
  });
}

async function guard(c: AppContext, access: CallAccess): Promise<Refusal | null> {
  const user = c.var.signedIn?.user;
  if (isAdmitted(access, user?.groupId ?? "guest")) return null;
  await noteStaffDenied(c, "call_denied");
  return refuse(user ? "wrong_role" : "not_signed_in");
}

type ReadInput = CallInput<Schema, Schema, Schema, "everyone">;

async function readInput(c: AppContext, call: Call): Promise<Input<ReadInput & { rawBody: unknown }>> {
  const params = call.params ? parseInput(call.params, c.req.param()) : noInput;
  // An address with anything but an id in its place leads nowhere.
  if (!params.ok) return refuse("not_found");
  const query = call.query ? parseInput(call.query, queryOf(c)) : noInput;
  if (!query.ok) return query;
  const raw = call.body ? await readBody(c) : noInput;
  if (!raw.ok) return raw;
  const body = call.body ? parseInput(call.body, raw.value) : noInput;
  if (!body.ok) return call.moreFaults ? withFaults(body, await call.moreFaults(c, raw.value)) : body;
  const idempotencyKey = call.method === "get" ? null : c.req.header("idempotency-key") ?? null;
  if (idempotencyKey !== null && !/^[\x20-\x7e]+$/.test(idempotencyKey)) return refuse("malformed");
  if (idempotencyKey !== null && idempotencyKey.length > idempotencyKeyLengthMax) return refuse("malformed");
  return {
    ok: true,
    value: {
      params: params.value,
      query: query.value,
      body: body.value,
      user: c.var.signedIn?.user ?? null,
      idempotencyKey,
      rawBody: raw.value,
    } as ReadInput & { rawBody: unknown },
  };
}

const noInput: Input<Record<string, unknown>> = { ok: true, value: {} };

/** The query without the token, which is authentication and not a filter; a name given twice is a list. */
function queryOf(c: AppContext): Record<string, string | string[]> {
  const { access_token: _token, ...query } = c.req.queries();
  return Object.fromEntries(
    Object.entries(query).map(([name, values]) => [name, values.length > 1 ? values : values[0]!]),
  );
}

async function answer(c: AppContext, call: Call, input: ReadInput & { rawBody: unknown }): Promise<Response> {
  const { idempotencyKey: key, user } = input;
  if (!key || !user && call.isAnsweredAnew) return await answerOnce(c, call, input);
  const { deps: { store }, facts: { path, address } } = c.var;
  const named = { call: `${call.method} ${path}`.slice(0, 300), key };
  const once = await onceByKey(
    store,
    {
      ...user ? { ...named, userId: user.id } : guestsCall(store, { ...named, address }),
      body: await textOfBody(input.rawBody),
    },
    async () => {
      const response = await answerOnce(c, call, input);
      const retryAfter = response.headers.get("retry-after");
      return { status: response.status, body: await response.text(), ...(retryAfter && { retryAfter }) };
    },
  );
  if ("ok" in once) return await answerDescribed(c, call, once);
  // Answered through the context, which holds cookies and headers that the kept answer does not have.
  if (once.retryAfter) c.header("retry-after", once.retryAfter);
  if (once.status === 204) return c.body(null, 204);
  return c.body(once.body, once.status as ContentfulStatusCode, { "content-type": "application/json" });
}

async function answerOnce(c: AppContext, call: Call, input: ReadInput): Promise<Response> {
  const result = await call.handle(c, input);
  if (!result.ok) return await answerDescribed(c, call, result);
  if (result.response) return result.response;
  return result.answer === undefined ? c.body(null, 204) : c.json(result.answer, 200);
}

/** Answers with the refusal; if the call's description does not name it, `onUndescribed` is told, which fails a test. */
function answerDescribed(c: AppContext, call: Call, refusal: CallRefusal): Response | Promise<Response> {
  if (!reasonsOf(call).has(refusal.reason)) c.var.deps.onUndescribed?.(`${call.method} ${call.path}`, refusal.reason);
  return answerRefusal(c, refusal, { more: refusal.more });
}
