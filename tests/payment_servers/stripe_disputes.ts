/**
 * Disputes of Stripe's stand-in: retrieved and updated as in https://docs.stripe.com/api/disputes; evidence is staged as
 * often as one likes, and submitted once. Notes what Stripe would not want, or would do unasked.
 */

export interface StripeDispute {
  id: string;
  object: "dispute";
  payment_intent: string;
  amount: number;
  currency: string;
  reason: string;
  status: "needs_response" | "under_review" | "won" | "lost";
  evidence: Record<string, string>;
  evidence_details: { due_by: number; has_evidence: boolean; past_due: boolean; submission_count: number };
}

const texts = [
  "customer_name",
  "customer_email_address",
  "product_description",
  "service_date",
  "refund_policy_disclosure",
  "access_activity_log",
  "uncategorized_text",
];

/** `problems`: collects what was wrong with requests. `answer` returns null for a request that is about no dispute. */
export function stripeDisputes(problems: string[]) {
  const disputes = new Map<string, StripeDispute>();
  const byKey = new Map<string, { text: string; answer: string }>();

  function open(money: { payment_intent: string; amount: number; currency: string }, dueBy: number): StripeDispute {
    const dispute: StripeDispute = {
      id: `dp_1Vesna${disputes.size + 1}`,
      object: "dispute",
      ...money,
      reason: "fraudulent",
      status: "needs_response",
      evidence: {},
      evidence_details: { due_by: dueBy, has_evidence: false, past_due: false, submission_count: 0 },
    };
    disputes.set(dispute.id, dispute);
    return dispute;
  }

  function answer(request: Request, pathname: string, text: string): Response | null {
    const id = /^\/v1\/disputes\/(\w+)$/.exec(pathname)?.[1];
    if (id === undefined) return null;
    const dispute = disputes.get(id);
    if (!dispute) return refusal(404, "resource_missing");
    return request.method === "POST" ? update(dispute, request, text) : Response.json(dispute);
  }

  function update(dispute: StripeDispute, request: Request, text: string): Response {
    const params = Object.fromEntries(new URLSearchParams(text));
    problems.push(...problemsOf(request, params));
    const key = request.headers.get("idempotency-key") ?? "";
    const earlier = byKey.get(key);
    if (earlier && earlier.text !== text) return refusal(400, "idempotency_key_in_use");
    if (earlier) return new Response(earlier.answer, { headers: { "content-type": "application/json" } });
    if (dispute.status !== "needs_response") return refusal(400, "dispute_not_open");
    for (const [name, value] of Object.entries(params)) {
      const field = /^evidence\[(\w+)\]$/.exec(name)?.[1];
      if (field) dispute.evidence[field] = value;
    }
    dispute.evidence_details.has_evidence = true;
    if (params.submit !== "false") {
      dispute.status = "under_review";
      dispute.evidence_details.submission_count++;
    }
    const said = JSON.stringify(dispute);
    byKey.set(key, { text, answer: said });
    return new Response(said, { headers: { "content-type": "application/json" } });
  }

  return { all: disputes, open, answer };
}

function problemsOf(request: Request, params: Record<string, string>): string[] {
  const given = Object.entries(params).filter(([name]) => name !== "submit");
  const fields = given.map(([name]) => /^evidence\[(\w+)\]$/.exec(name)?.[1] ?? name);
  const wanted: [string, boolean][] = [
    ["an idempotency key", /^evidence-dp_\w+-\d+-\d+$/.test(request.headers.get("idempotency-key") ?? "")],
    ["saying whether it is submitted", params.submit === "true" || params.submit === "false"],
    ["the names of texts alone", fields.every((name) => texts.includes(name))],
    ["all its texts", texts.every((name) => fields.includes(name))],
    ["20,000 signs a text at most", given.every(([, value]) => value.length <= 20_000)],
    ["150,000 signs at most", given.reduce((sum, [, value]) => sum + value.length, 0) <= 150_000],
  ];
  return wanted.filter(([, isThere]) => !isThere).map(([name]) => `evidence without ${name}`);
}

const refusal = (status: number, code: string): Response =>
  Response.json(
    { error: { type: "invalid_request_error", message: "no", code } },
    { status, headers: { "stripe-should-retry": "false" } },
  );
