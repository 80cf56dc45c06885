import { expect } from "expect";
import fc from "fast-check";
import {
  amountsOf,
  amountsOfPart,
  doDisagree,
  ratePermilleFor,
  ruling,
  taxAreaOf,
  type TaxingSeller,
  taxingSeller,
} from "./tax.ts";
import { rateAtMoment, unionRates } from "./tax_rates.ts";

const sellerOf = (vatId: string): TaxingSeller => ({ name: "Vesna", addressLines: ["Lane 1"], vatId, register: null });
const november = Date.UTC(2026, 10, 23);

Deno.test("the Union's table has its 27 members, and a rate holds from its first day on", () => {
  expect(Object.keys(unionRates)).toHaveLength(27);
  expect(rateAtMoment(unionRates.FI!, november)).toBe(255);
  expect(rateAtMoment(unionRates.EE!, Date.UTC(2025, 5, 30, 23, 59, 59))).toBe(220);
  expect(rateAtMoment(unionRates.EE!, Date.UTC(2025, 6, 1))).toBe(240);
  expect(rateAtMoment(unionRates.SK!, Date.UTC(2020, 0, 1))).toBe(200);
  for (const rates of Object.values(unionRates)) {
    expect(rates.map(({ from }) => from)).toEqual(rates.map(({ from }) => from).toSorted());
    for (const { ratePermille } of rates) expect(ratePermille).toBeGreaterThanOrEqual(150);
  }
});

Deno.test("a number's prefix says where its holder charges tax", () => {
  for (const vatId of ["DE123456789", "EL123456789", "gr123456789", "EU372000000"]) expect(taxAreaOf(vatId)).toBe("EU");
  for (const vatId of ["GB123456789", "XI123456789"]) expect(taxAreaOf(vatId)).toBe("GB");
  for (const vatId of ["CHE-123.456.789", "NO123456789", "US12"]) expect(taxAreaOf(vatId)).toBe(null);
});

Deno.test("who sells without such a number charges none", () => {
  expect(taxingSeller(null)).toBe(null);
  expect(taxingSeller({ ...sellerOf("DE1"), vatId: null })).toBe(null);
  expect(taxingSeller(sellerOf("CHE-123.456.789"))).toBe(null);
  expect(taxingSeller(sellerOf("DE123456789"))).toEqual(sellerOf("DE123456789"));
});

Deno.test("a seller in the Union charges each buyer the tax of his own country, and none outside", () => {
  const rateFor = (country: string) => ratePermilleFor(sellerOf("EL123456789"), country, november);
  expect(["DE", "FI", "GR", "MC"].map(rateFor)).toEqual([190, 255, 240, 200]);
  expect(["GB", "US", "UA", "CN", "CH"].map(rateFor)).toEqual([null, null, null, null, null]);
});

Deno.test("a seller in the United Kingdom charges buyers there, and no others", () => {
  for (const vatId of ["GB123456789", "XI123456789"]) {
    const rateFor = (country: string) => ratePermilleFor(sellerOf(vatId), country, november);
    expect(["GB", "IM", "DE", "US"].map(rateFor)).toEqual([200, 200, null, null]);
  }
});

const euros = (cents: number) => ({ cents, currency: "EUR" as const });

Deno.test("tax is rounded to the nearest cent, halves upwards, and net is the rest", () => {
  expect(amountsOf(euros(3000), 190)).toEqual({ currency: "EUR", grossCents: 3000, netCents: 2521, taxCents: 479 });
  expect(amountsOf(euros(3), 200)).toEqual({ currency: "EUR", grossCents: 3, netCents: 2, taxCents: 1 });
  expect(amountsOf(euros(2850), null)).toEqual({ currency: "EUR", grossCents: 2850, netCents: 2850, taxCents: 0 });
});

Deno.test("where nothing smaller than a whole one is paid, tax is whole as well, and so are its parts", () => {
  for (const currency of ["JPY", "TWD"] as const) {
    // Unrounded, the taxes would be 16.666 and 33.333.
    expect(amountsOf({ cents: 10_000, currency }, 200)).toMatchObject({ netCents: 8300, taxCents: 1700 });
    const whole = amountsOf({ cents: 20_000, currency }, 200);
    expect(whole).toMatchObject({ currency, netCents: 16_700, taxCents: 3300 });
    const parts = [amountsOfPart(whole, 0, 10_000), amountsOfPart(whole, 10_000, 20_000)];
    expect(parts.map(({ taxCents }) => taxCents)).toEqual([1700, 1600]);
  }
});

const grossCents = fc.integer({ min: 1, max: 100_000_000 });
const rate = fc.constantFrom(
  null,
  ...Object.values(unionRates).flatMap((rates) => rates.map((each) => each.ratePermille)),
);

Deno.test("net and tax are the price, and the tax is within half a cent of the rate", () => {
  fc.assert(fc.property(grossCents, rate, (gross, ratePermille) => {
    const { netCents, taxCents } = amountsOf(euros(gross), ratePermille);
    expect(netCents + taxCents).toBe(gross);
    const permille = ratePermille ?? 0;
    expect(Math.abs(taxCents * (1000 + permille) - gross * permille)).toBeLessThanOrEqual((1000 + permille) / 2);
  }));
});

Deno.test("parts that go back one after the other make the whole, tax included, however they are cut", () => {
  const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 });
  fc.assert(fc.property(grossCents, rate, cuts, (gross, ratePermille, shares) => {
    const whole = amountsOf(euros(gross), ratePermille);
    const ends = [...shares.map((share) => Math.floor(share * gross)).toSorted((one, other) => one - other), gross];
    const parts = ends.map((end, position) => amountsOfPart(whole, ends[position - 1] ?? 0, end));
    for (const { grossCents, netCents, taxCents } of parts) {
      expect(netCents + taxCents).toBe(grossCents);
      expect(Math.min(netCents, taxCents)).toBeGreaterThanOrEqual(0);
    }
    const sum = (of: "netCents" | "taxCents") => parts.reduce((total, part) => total + part[of], 0);
    expect([sum("netCents"), sum("taxCents")]).toEqual([whole.netCents, whole.taxCents]);
  }));
});

Deno.test("what the provider says of the country counts more than what was chosen", () => {
  expect(ruling({ chosenCountry: "DE", providerCountry: null })).toBe("DE");
  expect(ruling({ chosenCountry: "DE", providerCountry: "AT" })).toBe("AT");
  expect(doDisagree({ chosenCountry: "DE", providerCountry: "AT" })).toBe(true);
  expect(doDisagree({ chosenCountry: "DE", providerCountry: null })).toBe(false);
  // Monaco and France are one territory for this tax.
  expect(doDisagree({ chosenCountry: "MC", providerCountry: "FR" })).toBe(false);
});
