import { expect } from "expect";
import { addStaff } from "../accounts/staff.ts";
import { userById } from "../accounts/users.ts";
import { changeFirstName } from "../ladies/profile/first_names.ts";
import { createJames, testStore } from "../testing/store.ts";
import { nameFault } from "./one_line.ts";

const faults: Record<string, ReturnType<typeof nameFault>> = {
  "Óleń-Марія O'Neil": null,
  "奧蓮娜": null,
  "": "required",
  "\u200b\u2060": "required",
  "semaJ\u202e": "one_line",
  "\u2066James\u2069": "one_line",
  "James\nBcc: all": "one_line",
  "Ja\u2028mes": "one_line",
  "\ud83d": "required",
  "a\ud83d": "one_line",
};

Deno.test("a name can be seen and stands in one line, in its own direction", () => {
  for (const [name, fault] of Object.entries(faults)) expect([name, nameFault(name, 40)]).toEqual([name, fault]);
  expect([nameFault("x".repeat(40), 40), nameFault("x".repeat(41), 40)]).toEqual([null, "too_long"]);
});

Deno.test("whoever changes a name or makes an account for who works here meets that rule", async () => {
  using store = await testStore();
  const james = await createJames(store);
  for (const [name, fault] of Object.entries(faults)) {
    if (fault === null) continue;
    const refused = { ok: false, reason: "invalid" };
    expect(await changeFirstName(store, james.id, name)).toEqual({ ...refused, fields: { firstname: fault } });
    const wanted = { email: "ada@house.test", group: "admin", name } as const;
    // Blanks at the ends are no part of a name; a line's end is one of them.
    expect(await addStaff(store, wanted)).toEqual({ ...refused, fields: { name: fault } });
  }
  expect((await userById(store, james.id))!.firstname).toBe("James");
  expect((await changeFirstName(store, james.id, " Jim ")).ok).toBe(true);
});
