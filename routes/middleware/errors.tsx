/** The last resort: an unexpected error becomes an answer with an id that is also logged, never a stack trace. */
import { getLogger } from "@logtape/logtape";
import type { ErrorHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { errorInErrorHtml, ErrorView } from "../../components/frame/error_views.tsx";
import { StoreUnavailable, tryAgainSeconds } from "../../kv/store/health/health.ts";
import { refuse } from "../../kv/store/refusals.ts";
import { SlowBody } from "../../services/http/limits.ts";
import { StorageUnavailable } from "../../services/storage/storage.ts";
import { storageRetrySeconds } from "../files/put_files.ts";
import type { AppContext, AppEnv } from "../http/env.ts";
import { answerPage } from "../http/page.tsx";
import { answerRefusal, isCall } from "../http/refusal_answer.tsx";
import { bareHeaders } from "./security.ts";

const log = getLogger(["vesna", "errors"]);

export const onError: ErrorHandler<AppEnv> = async (error, c) => {
  if (error instanceof HTTPException && error.status === 413) return await answerRefusal(c, refuse("too_large"));
  if (error instanceof SlowBody) return await answerRefusal(c, refuse("too_slow"));
  if (error instanceof HTTPException && error.status < 500) return await answerRefusal(c, refuse("malformed"));
  if (!c.get("facts")) return bareFailure(error);
  // Not logged here: that the store is unavailable is logged once, when it begins (watch_store.ts).
  if (error instanceof StoreUnavailable) {
    const refusal = refuse("store_unavailable", { retryAfterSeconds: tryAgainSeconds });
    if (error.fault !== "silent") return await answerRefusal(c, refusal);
    c.set("viewer", null);
    return await answerRefusal(c, { ...refusal, wording: "silent" }, { layout: "empty", isSignInHidden: true });
  }
  const id = c.var.requestId;
  if (error instanceof StorageUnavailable) {
    log.error("request {id}: {error}", { id, error: error.message, method: c.req.method, path: c.var.facts.path });
    return await answerRefusal(c, refuse("storage_unavailable", { retryAfterSeconds: storageRetrySeconds }));
  }
  log.error("request {id} failed: {error}", { id, error, method: c.req.method, path: c.var.facts.path });
  if (isCall(c)) {
    return c.json({ message: c.var.facts.t("refusals:internal"), code: "internal", id }, 500);
  }
  return await errorPage(c, id);
};

/** The answer of the server itself, as its `onError`, if not even the app could make one. */
export function bareFailure(error: unknown): Response {
  const id = crypto.randomUUID().slice(0, 12);
  log.error("request {id} failed outside the app: {error}", { id, error });
  return new Response(`Error 500 (${id})`, { status: 500, headers: bareHeaders });
}

/** The answer to something that is not a valid request, for which the app is never asked. */
export const bareRefusal = (status: number): Response =>
  new Response(null, { status, headers: { ...bareHeaders, ...status === 405 && { allow: "GET, HEAD" } } });

async function errorPage(c: AppContext, id: string): Promise<Response> {
  const { t, prefix } = c.var.facts;
  try {
    return await answerPage(c, {
      title: t("errors:failed.title", { status: 500 }),
      view: <ErrorView status={500} logId={id} />,
      status: 500,
      robots: "noindex",
    });
  } catch (error) {
    log.error("the error page of {id} failed: {error}", { id, error });
    const words = {
      lang: c.var.facts.locale,
      title: t("errors:inError.title"),
      details: id,
      home: t("errors:inError.home"),
      homeHref: prefix || "/",
    };
    return c.html(errorInErrorHtml(words), 500);
  }
}
