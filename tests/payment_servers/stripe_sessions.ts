/** What a request for a session of Stripe's checkout must hold. */

export const currencyParam = "line_items[0][price_data][currency]";

/** What is wrong with a request, by the documentation of the API and by what the site promises. */
export function sessionProblems(request: Request, params: Record<string, string>): string[] {
  const wanted: [string, boolean][] = [
    ["an idempotency key", /^checkout:[\w-]{8,}$/.test(request.headers.get("idempotency-key") ?? "")],
    ["a form", request.headers.get("content-type")?.startsWith("application/x-www-form-urlencoded") ?? false],
    ["the mode payment", params.mode === "payment"],
    ["no list of payment methods", !Object.keys(params).some((name) => name.startsWith("payment_method_types"))],
    ["one line", params["line_items[0][quantity]"] === "1" && !("line_items[1][quantity]" in params)],
    ["a currency that we sell in", /^(eur|usd|gbp|cny|hkd|twd|jpy)$/.test(params[currencyParam] ?? "")],
    ["no rate but ours", params["adaptive_pricing[enabled]"] === "false"],
    ["its client for WeChat Pay", isWechatWhole(params)],
    ["whole cents", /^[1-9]\d*$/.test(params["line_items[0][price_data][unit_amount]"] ?? "")],
    ["what Stripe takes at least", Number(params["line_items[0][price_data][unit_amount]"]) >= 50],
    ["a name", (params["line_items[0][price_data][product_data][name]"] ?? "").length > 3],
    ["our id", (params["metadata[payment_id]"] ?? "").length > 8],
    ["our id as reference", params.client_reference_id === params["metadata[payment_id]"]],
    ["our id on the money", params["payment_intent_data[metadata][payment_id]"] === params["metadata[payment_id]"]],
    ["ways back", URL.canParse(params.success_url ?? "") && URL.canParse(params.cancel_url ?? "")],
    ["an end", /^\d{10}$/.test(params.expires_at ?? "")],
    ["a language", ["en", "zh", "zh-TW"].includes(params.locale ?? "")],
  ];
  return wanted.filter(([, isThere]) => !isThere).map(([name]) => `a session without ${name}`);
}

/** Stripe wants to know where WeChat Pay is opened, and accepts only one wallet in the list. */
function isWechatWhole(params: Record<string, string>): boolean {
  const isAsked = params["allowed_payment_method_types[0]"] === "wechat_pay";
  const isAlone = !("allowed_payment_method_types[1]" in params);
  return isAlone && isAsked === (params["payment_method_options[wechat_pay][client]"] === "web");
}
