import { expect } from "expect";
import { readSellerSettings } from "./seller.ts";

function readOf(env: Record<string, string>) {
  const problems: string[] = [];
  return { ...readSellerSettings({ read: (name) => env[name]?.trim() || null, problems }), problems };
}

const whole = {
  SELLER_NAME: "Frühling Letters GmbH",
  SELLER_ADDRESS: "Lindenweg 4; 10115 Berlin; Germany",
  SELLER_VAT_ID: "DE123456789",
  SELLER_REGISTER: "Amtsgericht Charlottenburg, HRB 12345",
};

Deno.test("who sells is read with the address line by line, and nothing is left unsaid", () => {
  expect(readOf(whole)).toEqual({
    seller: {
      name: "Frühling Letters GmbH",
      addressLines: ["Lindenweg 4", "10115 Berlin", "Germany"],
      vatId: "DE123456789",
      register: "Amtsgericht Charlottenburg, HRB 12345",
    },
    unsaid: [],
    problems: [],
  });
  expect(readOf({ ...whole, SELLER_ADDRESS: "Lindenweg 4\n10115 Berlin" }).seller?.addressLines).toHaveLength(2);
});

Deno.test("without anything said there is no seller, and each variable is named", () => {
  const { seller, unsaid, problems } = readOf({});
  expect([seller, unsaid, problems]).toEqual([null, Object.keys(whole), []]);
});

Deno.test("half of who sells is a problem, and who has no VAT number may say so", () => {
  expect(readOf({ SELLER_VAT_ID: "DE123456789" })).toMatchObject({
    seller: null,
    problems: [
      "SELLER_NAME must be set where any SELLER_ variable is",
      "SELLER_ADDRESS must be set where any SELLER_ variable is",
    ],
  });
  const none = readOf({ ...whole, SELLER_VAT_ID: "none", SELLER_REGISTER: "None" });
  expect([none.seller?.vatId, none.seller?.register, none.unsaid, none.problems]).toEqual([null, null, [], []]);
  expect(readOf({ ...whole, SELLER_VAT_ID: "123" }).problems).toHaveLength(1);
  expect(readOf({ ...whole, SELLER_NAME: "a".repeat(301) }).problems).toHaveLength(1);
});

Deno.test("an address of separators alone is none", () => {
  for (const address of [";;", " ; ;", ";"]) {
    expect(readOf({ ...whole, SELLER_ADDRESS: address }).problems).toEqual([
      'SELLER_ADDRESS must hold lines of a postal address, separated by ";"',
    ]);
  }
});
