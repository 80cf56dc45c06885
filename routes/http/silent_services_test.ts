/** Outside services that accept connections and stay silent, or fail: nobody waits for long, and nothing is lost. */
import { expect } from "expect";
import type { User } from "../../kv/accounts/users.ts";
import { balanceOf } from "../../kv/credits/ledger/ledger.ts";
import { audit } from "../../kv/records/audit.ts";
import { openPayments } from "../../services/payments/open.ts";
import { s3Storage } from "../../services/storage/s3.ts";
import * as pictures from "../../services/testing/pictures.ts";
import { openTranslator, type ProviderSettings } from "../../services/translation/translator.ts";
import { paypalKeys } from "../../tests/payment_servers/paypal_hooks.ts";
import { startPaypalServer } from "../../tests/payment_servers/paypal_server.ts";
import { startStripeServer, stripeKeys } from "../../tests/payment_servers/stripe_server.ts";
import { startS3Server } from "../../tests/servers/s3_server.ts";
import { startSilentServer } from "../../tests/servers/silent_server.ts";
import { read, refused, withCorrespondents } from "../api/testing/calls.ts";
import { fileOf, type Letter, send, storedFiles, upload } from "../api/testing/pictures.ts";
import { testApp, type Visitor } from "../testing/site.ts";

/** Short, because these services never answer; for a person it is ten seconds. */
const patienceMs = 300;

const key = { "idempotency-key": "one-letter" };

const outboxCount = async (from: Visitor) =>
  (await read<{ totalCount: number }>(from.get("/api/mail?type=outbox"))).totalCount;

async function letterFields(olena: User) {
  const file = fileOf(await pictures.jpeg(), "lake.jpg");
  return { recipientId: String(olena.id), body: "Look.", "attachments[]": [file] };
}

for (const what of ["says nothing", "answers 503"]) {
  Deno.test(`a letter with a picture while the storage ${what}: refused in a sentence, unpaid; the same key sends it once later`, async () => {
    await using site = await testApp();
    const { james, olena, asJames } = await withCorrespondents(site);
    const well = site.deps.storage;
    const [silent, failing] = [startSilentServer(), await startS3Server()];
    failing.failWith = 503;
    const { config } = failing;
    site.deps.storage = what === "says nothing"
      ? s3Storage({ ...config, endpoint: `http://${silent.host}` }, patienceMs)
      : s3Storage(config);
    const fields = await letterFields(olena);
    // A second, impatient press waits no longer than the first.
    const both = await Promise.all([1, 2].map(() => send(asJames, "/api/mail", fields, key)));
    for (const answer of both) {
      expect(answer.headers.get("retry-after")).toBe("60");
      await refused(answer, 503, "storage_unavailable");
    }
    expect([await balanceOf(site.store, james.id), await outboxCount(asJames)]).toEqual([200, 0]);

    site.deps.storage = well;
    const { letter } = await read<{ letter: Letter }>(send(asJames, "/api/mail", fields, key));
    expect((await read<{ letter: Letter }>(send(asJames, "/api/mail", fields, key))).letter.id).toBe(letter.id);
    expect([await balanceOf(site.store, james.id), await outboxCount(asJames)]).toEqual([190, 1]);
    await site.runJobs();
    expect(await storedFiles(site)).toBe(2);
    expect(await audit(site.store)).toEqual([]);
    await Promise.all([silent.stop(), failing.stop()]);
  });
}

Deno.test("photos and pictures in silence are refused as well, and what is fetched is no fault of ours", async () => {
  await using site = await testApp();
  const { asJames } = await withCorrespondents(site);
  const { id, path } = await upload(asJames, await pictures.jpeg());
  const [silent, { config, stop }] = [startSilentServer(), await startS3Server()];
  const well = site.deps.storage;
  site.deps.storage = s3Storage({ ...config, endpoint: `http://${silent.host}` }, patienceMs);
  const photo = { photo: [fileOf(await pictures.jpeg(), "a.jpg")] };
  await refused(send(asJames, "/api/photos", photo), 503, "storage_unavailable");
  const page = await asJames.get(path);
  expect([page.status, page.headers.get("retry-after")]).toEqual([503, "60"]);
  expect(await page.text()).toContain("目前無法儲存或顯示照片與影片");
  // Taking a picture back does not wait for the storage: its files are deleted later.
  const taken = await asJames.request(`/api/mail/attachments/${id}`, {
    method: "DELETE",
    headers: { origin: asJames.origin },
  });
  expect([taken.status, await taken.text()]).toEqual([204, ""]);
  await expect(site.runJobs()).rejects.toThrow("did not answer");
  site.deps.storage = well;
  site.advance(24 * 3600_000);
  await site.runJobs();
  expect(await storedFiles(site)).toBe(0);
  await Promise.all([silent.stop(), stop()]);
});

Deno.test("a provider of payments that says nothing: refused in a sentence, unpaid; the same key pays later", async () => {
  await using site = await testApp();
  const silent = startSilentServer();
  const [stripe, paypal] = [startStripeServer(), startPaypalServer()];
  const opened = (stripeBase: string, paypalBase: string) =>
    openPayments(
      {
        stripe: { ...stripeKeys, apiBase: stripeBase },
        paypal: { ...paypalKeys, apiBase: paypalBase },
        solidgate: null,
      },
      null,
      patienceMs,
    );
  const james = await site.addMan();
  const asJames = await site.visitorAs(james);
  const pay = (method: string) =>
    asJames.call("POST", `/api/payments/${method}`, { rateId: 2 }, { headers: { "idempotency-key": `by-${method}` } });
  site.deps.payments = opened(`http://${silent.host}`, `http://${silent.host}`);
  for (const method of ["card", "pay-pal"]) await refused(pay(method), 503, "payment_unavailable");
  expect(silent.lines).toBeGreaterThanOrEqual(2);

  site.deps.payments = opened(stripe.base, paypal.base);
  expect((await read<{ checkoutUrl: string }>(pay("card"))).checkoutUrl).toContain(stripe.base);
  expect((await read<{ invoiceUrl: string }>(pay("pay-pal"))).invoiceUrl).toContain(paypal.base);
  expect((await Array.fromAsync(site.store.kv.list({ prefix: ["payment"] }))).length).toBe(2);
  expect(await balanceOf(site.store, james.id)).toBe(0);
  expect([...stripe.problems, ...paypal.problems]).toEqual([]);
  await Promise.all([silent.stop(), stripe.stop(), paypal.stop()]);
});

const machines: ((address: string) => ProviderSettings)[] = [
  (apiBase) => ({ name: "deepl", key: "k", apiBase }),
  (url) => ({ name: "libretranslate", url, key: null }),
  (baseUrl) => ({ name: "openai", baseUrl, key: null, model: "m" }),
];

for (const settings of machines) {
  const { name } = settings("");
  Deno.test(`${name} that says nothing is given up, however many requests the letter needs`, async () => {
    const silent = startSilentServer();
    const translator = openTranslator(settings(`http://${silent.host}`), { patienceMs })!;
    const segments = Array.from({ length: 500 }, (_, at) => `p${at}`);
    expect(await translator.translate(segments, "ru", "en")).toEqual({ ok: false, failure: "unavailable" });
    expect(silent.lines).toBeLessThanOrEqual(8);
    await silent.stop();
  });
}
