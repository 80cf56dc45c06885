/** The one table of expected refusals: what each means over HTTP; its words are "refusals:<reason>" in the catalogues. */

export const refusals = {
  malformed: 400,
  unknown_event: 400,
  bad_signature: 400,
  not_signed_in: 401,
  wrong_credentials: 401,
  insufficient_credits: 402,
  letter_locked: 402,
  chat_unpaid: 402,
  credits_owed: 402,
  spending_limit_reached: 402,
  forbidden: 403,
  wrong_origin: 403,
  wrong_role: 403,
  same_decider: 403,
  blocked: 403,
  suspended: 403,
  partner_suspended: 403,
  background_required: 403,
  email_not_confirmed: 403,
  second_factor_required: 403,
  not_published: 403,
  introductions_muted: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  chat_busy: 409,
  chat_not_open: 409,
  chat_not_accepted: 409,
  partner_offline: 409,
  partner_not_accepting: 409,
  request_over: 409,
  talk_open: 409,
  talk_over: 409,
  video_not_connected: 409,
  video_lost: 409,
  too_many_claims: 409,
  translation_not_needed: 409,
  translation_unavailable: 503,
  already_confirmed: 409,
  already_voted: 409,
  already_refunded: 409,
  not_refundable: 409,
  nothing_unused: 409,
  too_many_favourites: 409,
  too_many_blocks: 409,
  too_many_drafts: 409,
  too_many_searches: 409,
  too_many_photos: 409,
  report_full: 409,
  quote_changed: 409,
  photo_missing: 409,
  export_running: 409,
  too_slow: 408,
  too_large: 413,
  unsupported_type: 415,
  upgrade_required: 426,
  invalid: 422,
  invalid_code: 422,
  expired: 422,
  withdrawal_over: 422,
  appeal_over: 422,
  wrong_password: 422,
  idempotency_key_reused: 422,
  promo_unknown: 422,
  promo_expired: 422,
  promo_used: 422,
  payment_mismatch: 422,
  too_many_requests: 429,
  too_many_introductions: 429,
  internal: 500,
  payment_unavailable: 503,
  store_unavailable: 503,
  storage_unavailable: 503,
  chat_full: 503,
} as const;

export type Reason = keyof typeof refusals;

export interface Refusal {
  ok: false;
  reason: Reason;
  /** Seconds after which a try may succeed, for 429 and 503. */
  retryAfterSeconds?: number;
  /** Which field is at fault, by reason key of the catalogue. */
  fields?: Record<string, string>;
  /** A sentence other than the usual one: the context of its key in the catalogue. */
  wording?: string;
}

export type Result<T> = ({ ok: true } & T) | Refusal;

/** An expected refusal by its name. */
export const refuse = (reason: Reason, details: Omit<Refusal, "ok" | "reason"> = {}): Refusal => ({
  ok: false,
  reason,
  ...details,
});
