/** The words of the checkout are those of the version that payments keep. */
import { expect } from "expect";
import { locales } from "../../../i18n/locales.ts";
import { translatorFor } from "../../../i18n/translate.ts";
import { begunPayment } from "../../testing/payments.ts";
import { createMan, testStore } from "../../testing/store.ts";
import { consentVersion } from "./consent.ts";
import { paymentById } from "./payments.ts";

Deno.test("other words are another version: whoever changes one changes both", async () => {
  // How a word is set at the end of a line is no other word.
  const words = locales.map((locale) => translatorFor(locale)("balance:order.consent", { days: 14 })).join("\n")
    .replaceAll("\u00a0", " ");
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(words)));
  expect({ consentVersion, words: digest.toHex().slice(0, 16) }).toEqual({
    consentVersion: "2026-11-30",
    words: "fac77a89f631e6e4",
  });
});

Deno.test("a payment keeps to which words he agreed and when, and nothing where he did not", async () => {
  using store = await testStore();
  const james = await createMan(store, { firstname: "James" });
  const [agreed, silent] = [
    await begunPayment(store, james.id, { hasConsented: true }),
    await begunPayment(store, james.id),
  ];
  expect((await paymentById(store, agreed.id))?.consent).toEqual({ version: consentVersion, at: store.now() });
  expect((await paymentById(store, silent.id))?.consent).toBeUndefined();
});
