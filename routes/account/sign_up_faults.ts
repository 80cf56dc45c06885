/** Faults of a sign-up that no schema knows: who is of age, where ladies join from, which passwords are too common. */
import { signUpFaults } from "../../kv/accounts/sign_up.ts";
import { type GroupId, lady, man } from "../../kv/accounts/users.ts";
import type { AppContext } from "../http/env.ts";
import { signUpForm } from "./account_forms.ts";

const { birthdate, country, groupId, password } = signUpForm.shape;

/** Further faults of a body that its schema refuses, so that all are told at once; only of fields that it accepts. */
export async function moreSignUpFaults(c: AppContext, body: Record<string, unknown>): Promise<Record<string, string>> {
  const group: GroupId = groupId.safeParse(body.groupId).data === lady ? lady : man;
  return await signUpFaults(c.var.deps.store, {
    birthdate: birthdate.safeParse(body.birthdate).data,
    countryId: country.safeParse(body.country).data,
    groupId: group,
    password: password.safeParse(body.password).data,
  });
}
