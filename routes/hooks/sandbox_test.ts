import { expect } from "expect";
import { balanceOf } from "../../kv/credits/ledger/ledger.ts";
import { paymentById } from "../../kv/credits/payments/payments.ts";
import { endPayment } from "../../kv/credits/payments/purchases.ts";
import { audit } from "../../kv/records/audit.ts";
import { auditRecords } from "../../kv/store/audit_log.ts";
import { addSpring } from "../../kv/testing/payments.ts";
import { sandboxKeyOf } from "../../services/payments/open.ts";
import { sandboxSignatureHeader, signSandboxHook } from "../../services/payments/sandbox.ts";
import { type PaymentSite, paymentSite } from "../../tests/payment_servers/site.ts";
import { read, refused } from "../api/testing/calls.ts";
import type { Visitor } from "../testing/site.ts";

/** James has chosen Economy by PayPal with SPRING10, in English; returns the page that he is led to. */
async function atCheckout(world: PaymentSite) {
  const { site } = world;
  await addSpring(site.store);
  const james = await site.addMan();
  const visitor = await site.visitorAs(james, { headers: { "accept-language": "en" } });
  const begun = await read<{ paymentId: string; invoiceUrl: string }>(
    visitor.call("POST", "/api/payments/pay-pal", { rateId: 2, promoCode: "SPRING10" }),
  );
  return { site, james, visitor, ...begun, path: new URL(begun.invoiceUrl).pathname };
}

const textOf = async (visitor: Visitor, path: string) => await (await visitor.get(path)).text();

Deno.test("the hosted page says that it is a sandbox, the amount and the credits, and has one form", async () => {
  await using world = await paymentSite({ isSandbox: true });
  const { site, visitor, path } = await atCheckout(world);
  const html = await textOf(visitor, path);
  for (const words of ["Sandbox checkout", "no money moves", "€25.65", "65 credits"]) expect(html).toContain(words);
  const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
  expect(main.match(/<form/g)?.length).toBe(1);
  expect(main).toMatch(/<form[^>]*method="post"/);
  expect(main).toMatch(/<button[^>]*name="pay"/);
  expect(main).toMatch(/<button[^>]*name="decline"/);
  expect(main).toMatch(/<a[^>]*href="[^"]*\/man\/balance\/failed\?paymentId=/);
  expect(html).toContain("noindex");
  // For a guest, too, this is the only form on the page that posts.
  const ofGuest = await textOf(site.visitor(), path);
  expect(ofGuest.match(/<form[^>]*method="post"/g)?.length).toBe(1);
});

Deno.test("a program without cookie and Origin may press the buttons; a page elsewhere, or a cookie alone, may not", async () => {
  await using world = await paymentSite({ isSandbox: true });
  const { site, james, visitor, path } = await atCheckout(world);
  const press = async (by: Visitor, headers: Record<string, string> = {}) =>
    (await by.request(path, { method: "POST", body: new URLSearchParams({ pay: "1" }), headers })).status;
  expect(await press(site.visitor(), { origin: "https://evil.test" })).toBe(403);
  expect(await press(site.visitor(), { origin: "null" })).toBe(403);
  expect(await press(visitor)).toBe(403);
  expect(await balanceOf(site.store, james.id)).toBe(0);
  expect(await press(site.visitor())).toBe(303);
  expect(await balanceOf(site.store, james.id)).toBe(65);
});

Deno.test("whoever calls a webhook that is none, or sends too much, is answered as a program", async () => {
  await using world = await paymentSite({ isSandbox: true });
  const visitor = world.site.visitor();
  await refused(visitor.call("POST", "/hooks/nobody", {}), 404, "not_found");
  await refused(visitor.call("GET", "/hooks/sandbox"), 405, "method_not_allowed");
  await refused(visitor.call("POST", "/hooks/sandbox", { much: "x".repeat(2_000_000) }), 413, "too_large");
});

Deno.test("pay sends a signed webhook by HTTP and leads to the success page", async () => {
  await using world = await paymentSite({ isSandbox: true });
  const { site, james, visitor, path, paymentId } = await atCheckout(world);
  const answer = await visitor.post(path, { pay: "1" });
  expect([answer.status, answer.headers.get("location")]).toEqual([
    303,
    `http://localhost:8000/en/man/balance/success?paymentId=${paymentId}`,
  ]);
  expect(await balanceOf(site.store, james.id)).toBe(65);
  expect(await paymentById(site.store, paymentId)).toMatchObject({ state: "paid", provider: "sandbox", number: 1 });
  // Pressing twice, or going back and declining, finds a closed page.
  for (const name of ["pay", "decline"]) expect((await visitor.post(path, { [name]: "1" })).status).toBe(409);
  expect(await textOf(visitor, path)).not.toContain('name="pay"');
  expect(await balanceOf(site.store, james.id)).toBe(65);
  expect(await audit(site.store)).toEqual([]);
});

Deno.test("decline leads to the failed page and gives the promo code back", async () => {
  await using world = await paymentSite({ isSandbox: true });
  const { site, james, visitor, path, paymentId } = await atCheckout(world);
  const answer = await visitor.post(path, { decline: "1" });
  expect(answer.headers.get("location")).toBe(`http://localhost:8000/en/man/balance/failed?paymentId=${paymentId}`);
  expect(await paymentById(site.store, paymentId)).toMatchObject({ state: "declined" });
  expect(await balanceOf(site.store, james.id)).toBe(0);
  await read(visitor.call("POST", "/api/payments/card", { rateId: 2, promoCode: "SPRING10" }));
});

Deno.test("a form without a decision decides nothing, and a checkout that ended cannot be paid", async () => {
  await using world = await paymentSite({ isSandbox: true });
  const { site, visitor, path, paymentId } = await atCheckout(world);
  expect((await visitor.post(path, {})).status).toBe(422);
  expect(await paymentById(site.store, paymentId)).toMatchObject({ state: "created" });
  await endPayment(site.store, paymentId, "cancelled");
  expect((await visitor.post(path, { pay: "1" })).status).toBe(409);
  expect((await visitor.get("/sandbox/checkout/nobody-knows-it")).status).toBe(404);
});

Deno.test("a site that cannot be told is told again", async () => {
  await using world = await paymentSite({ isSandbox: true });
  const { site, james, visitor, path } = await atCheckout(world);
  const { port } = site.deps.config;
  const gone = Deno.listen({ port: 0 });
  site.deps.config.port = gone.addr.port;
  gone.close();
  expect((await visitor.post(path, { pay: "1" })).status).toBe(503);
  expect(await balanceOf(site.store, james.id)).toBe(0);
  site.deps.config.port = port;
  expect((await visitor.post(path, { pay: "1" })).status).toBe(303);
  expect(await balanceOf(site.store, james.id)).toBe(65);
});

Deno.test("forged, stale, truncated and wrong webhooks of the sandbox change nothing", async () => {
  await using world = await paymentSite({ isSandbox: true });
  const { site, james, paymentId } = await atCheckout(world);
  const key = sandboxKeyOf(site.store);
  const event = { id: "e1", type: "payment.paid", paymentId, amountCents: 2565, currency: "EUR" };
  const send = async (body: string, signature: string) => {
    const headers = { [sandboxSignatureHeader]: signature };
    const response = await fetch(world.hook("sandbox"), { method: "POST", body, headers });
    return [response.status, (await response.json()).code ?? "ok"];
  };
  const signed = (value: unknown, atMs = site.now()) => {
    const body = JSON.stringify(value);
    return send(body, signSandboxHook(body, key, atMs));
  };
  const body = JSON.stringify(event);
  expect(await send(body, "")).toEqual([400, "bad_signature"]);
  expect(await send(body, signSandboxHook(body, "another key", site.now()))).toEqual([400, "bad_signature"]);
  expect(await send(body.slice(0, -1), signSandboxHook(body, key, site.now()))).toEqual([400, "bad_signature"]);
  expect(await signed(event, site.now() - 301_000)).toEqual([400, "bad_signature"]);
  expect(await signed({ ...event, amountCents: "2565" })).toEqual([400, "malformed"]);
  expect(await signed(7)).toEqual([400, "malformed"]);
  expect(await signed({ ...event, amountCents: 2564 })).toEqual([422, "payment_mismatch"]);
  expect(await signed({ ...event, currency: "USD" })).toEqual([422, "payment_mismatch"]);
  expect(await signed({ ...event, type: "payment.thought_of" })).toEqual([200, "ok"]);
  expect(await signed({ ...event, paymentId: "nobody-knows-it" })).toEqual([200, "ok"]);
  expect(await balanceOf(site.store, james.id)).toBe(0);
  expect((await auditRecords(site.store, { page: 1, limit: 100 })).totalCount).toBe(9);
});

Deno.test("with real providers there is no sandbox", async () => {
  await using world = await paymentSite();
  expect(world.site.deps.payments.named("sandbox")).toBeNull();
  expect((await world.site.visitor().get("/sandbox/checkout/nobody-knows-it")).status).toBe(404);
});
