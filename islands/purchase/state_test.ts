import { expect } from "expect";
import { orderQuery, readAnswer } from "./state.ts";

const shown = {
  lines: [{ label: "Basic, 20 credits", price: "€15.00" }, { label: "To pay", price: "€15.00", isTotal: true }],
  pay: "Pay €15.00",
  after: "After this payment you will have 20 credits.",
  shownTotal: "1500-20",
};

Deno.test("the server's answer is read as it is", () => {
  expect(readAnswer({ shown, promoError: null })).toEqual({ shown, promoError: null });
  expect(readAnswer({ shown, promoError: "No" })).toMatchObject({ promoError: "No" });
  expect(readAnswer({ shown: null, promoError: null })).toEqual({ shown: null, promoError: null });
});

Deno.test("what is no answer is none, so that nothing wrong is ever shown beside a pay button", () => {
  const wrong = [
    null,
    "",
    [],
    {},
    { shown: {} },
    { shown, promoError: 1 },
    {
      shown: { ...shown, lines: [{ label: "To pay", price: 15 }] },
      promoError: null,
    },
    { shown: { ...shown, shownTotal: undefined }, promoError: null },
    { shown: { ...shown, pay: null }, promoError: "No" },
    { message: "no", code: "not_signed_in" },
  ];
  for (const answer of wrong) expect(readAnswer(answer)).toBe(null);
});

Deno.test("only the order is asked for: neither the form's id nor where he was", () => {
  const form: [string, unknown][] = [
    ["next", "/en"],
    ["purchaseKey", "k"],
    ["rateId", "2"],
    ["method", "paypal"],
    ["promoCode", "SPRING 10&x"],
    ["billingCountry", "DE"],
    ["shownTotal", "1500-20"],
    ["rateId", new Blob()],
  ];
  expect(orderQuery(form)).toBe("rateId=2&method=paypal&promoCode=SPRING+10%26x&billingCountry=DE");
});
