import { expect } from "expect";
import { deleteAccount } from "../../../kv/deletions.ts";
import { balanceOf } from "../../../kv/ledger.ts";
import { paidPayment } from "../../../kv/testing_payments.ts";
import { admin } from "../../../kv/users.ts";
import { testApp, testPassword } from "../../testing.ts";

Deno.test("money to pay back is listed by payment until somebody says that it is paid, without any name", async () => {
  await using site = await testApp();
  const james = await site.addMan({ firstname: "Ambrose" });
  const payment = await paidPayment(site.store, james.id);
  await deleteAccount(site.store, james.id, { password: testPassword, wantsRefund: true });
  await site.deliverMails();
  const visitor = await site.visitorAs(await site.addPerson({ groupId: admin }));
  const path = "/en/admin/refund-requests";
  const shown = await (await visitor.get(path)).text();
  expect(shown).toContain(`#${james.id}`);
  expect(shown).toContain(payment.providerMoneyId!);
  expect(shown).not.toContain("Ambrose");
  expect((await visitor.post(path, { manId: "999999" })).status).toBe(404);
  expect((await visitor.post(path, { manId: String(james.id) })).status).toBe(303);
  expect(await (await visitor.get(path)).text()).toContain("Nothing waits");
  expect(await balanceOf(site.store, james.id)).toBe(0);
  const him = await site.visitorAs(await site.addMan());
  expect((await him.get(path)).status).toBe(403);
});
