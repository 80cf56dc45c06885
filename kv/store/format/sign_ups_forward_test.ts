import { expect } from "expect";
import { confirmByCode } from "../../accounts/confirming.ts";
import { beginSignUp, codeOf, confirmationById, type SignUp } from "../../accounts/sign_up.ts";
import { audit } from "../../records/audit.ts";
import { asking, proofOf } from "../../testing/sign_ups.ts";
import { testPasswordHash, testStore } from "../../testing/store.ts";
import { keys } from "../keys.ts";
import { signUpsForward } from "./sign_ups_forward.ts";

const tom: SignUp = {
  email: "tom@men.test",
  firstname: "Tom",
  lastname: "Reed",
  birthdate: "1985-04-12",
  countryId: 840,
  promoEmails: false,
  locale: "en",
  groupId: 1,
  passwordHash: testPasswordHash,
};

Deno.test("a sign-up that waited before goes on with its code and a new password; one of a taken address goes", async () => {
  using store = await testStore();
  const { from: _, provenIn: __, next: ___, mailed, ...rest } = await beginSignUp(store, tom, asking);
  const earlier = { ...rest, groupId: 1, locale: "en", guesses: 0, codeExpiresAt: mailed!.at + 30 * 60_000 };
  await store.kv.set(keys.confirmation(rest.id), earlier);
  const decoy = await beginSignUp(store, { ...tom, email: "taken@men.test" }, asking);
  await store.kv.set(keys.confirmation(decoy.id), { ...earlier, id: decoy.id, email: decoy.email, signUp: null });
  const todays = await beginSignUp(store, { ...tom, email: "today@men.test" }, asking);

  // Run again, as after a break, it does no more.
  for (let times = 0; times < 2; times++) await signUpsForward(store.kv);
  expect(await confirmationById(store, decoy.id)).toBe(null);
  expect(await confirmationById(store, todays.id)).toEqual(todays);
  const known = (await confirmationById(store, rest.id))!;
  expect(await confirmByCode(store, proofOf(tom.email), codeOf(store, known))).toMatchObject({
    fields: { newPassword: "required" },
  });
  const proof = proofOf(tom.email, { newPassword: "Autumn-2026!" });
  expect((await confirmByCode(store, proof, codeOf(store, known))).ok).toBe(true);
  expect(await audit(store)).toEqual([]);
});
