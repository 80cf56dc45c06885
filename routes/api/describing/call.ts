/** How a call describes itself, once: the same description routes it, guards it, parses it and documents it. */
import type * as z from "zod";
import type { User } from "../../../kv/accounts/users.ts";
import type { Reason, Refusal } from "../../../kv/store/refusals.ts";
import type { Access, MembersAccess } from "../../http/access.ts";
import type { AppContext, MemberContext } from "../../http/env.ts";

/** Who may call, by the names of `admitted` (routes/http/access.ts). */
export type CallAccess = Exclude<Access, "guests" | "mens_lists">;

type CallContext<A extends CallAccess> = A extends MembersAccess ? MemberContext : AppContext;

export type Schema = z.ZodType;
export type Parsed<S> = S extends z.ZodType<infer T> ? T : Record<never, never>;

export interface CallInput<P, Q, B, A extends CallAccess> {
  params: Parsed<P>;
  query: Parsed<Q>;
  body: Parsed<B>;
  /** The signed-in person; null for guests, where `access` admits them. */
  user: A extends MembersAccess ? User : User | null;
  /** The Idempotency-Key of the request, which money-moving calls pass on as the name of what they pay for. */
  idempotencyKey: string | null;
}

/** A refusal, with what its answer says beside the failure. */
export interface CallRefusal extends Refusal {
  more?: Record<string, unknown>;
}

export interface Success {
  ok: true;
  answer?: unknown;
  response?: Response;
}

export interface CallDefinition<
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
  A extends CallAccess = CallAccess,
> {
  method: "get" | "post" | "patch" | "delete";
  /** Below /api, with Hono's parameters: "/mail/:id". */
  path: string;
  summary: string;
  access: A;
  /** The same as for pages (routes/http/define_page.ts). */
  keptOutMay?: true;
  /** True if a guest's repeat is answered anew: the answer is about a session or an account, which may be gone by then. */
  isAnsweredAnew?: true;
  params?: P;
  query?: Q;
  body?: B;
  /** Faults that the body's schema cannot know; asked for if the schema refuses the body, so that all are told at once. */
  moreFaults?: (c: AppContext, raw: Record<string, unknown>) => Promise<Record<string, string>>;
  /** What a success answers, for the documentation. Absent for 204. */
  answer?: Schema;
  /** What a 202 means, if the call may answer one instead of `answer`. */
  later?: string;
  /** The call's own refusals, for the documentation; others follow from the rest of its description (call_refusals.ts). */
  refuses?: readonly Reason[];
  /** Succeeds with `response` instead of `answer` if the answer is not plain JSON, such as a stream. */
  handle: (c: CallContext<A>, input: CallInput<P, Q, B, A>) => Promise<CallRefusal | Success>;
}

/** A definition without its own parameter types, so that all can stand in one list. */
export interface Call extends Omit<CallDefinition, "params" | "query" | "body" | "handle"> {
  params?: Schema;
  query?: Schema;
  body?: Schema;
  // deno-lint-ignore no-explicit-any
  handle: (c: AppContext, input: any) => Promise<CallRefusal | Success>;
}

/** Lets the compiler check the handler against its schemas, and returns the call as the list holds it. */
export function defineCall<
  P extends Schema | undefined,
  Q extends Schema | undefined,
  B extends Schema | undefined,
  A extends CallAccess,
>(definition: CallDefinition<P, Q, B, A>): Call {
  return definition as Call;
}
