/** The numbers of a year, on a page and as a file. */
import { expect } from "expect";
import { addAuditCheckpoint } from "../../../../kv/records/audit_checkpoints.ts";
import { fileReport } from "../../../../kv/safety/report_filing.ts";
import { testAdmin } from "../testing/admin.ts";

Deno.test("an admin reads the numbers of a year and takes them along; nobody else does", async () => {
  await using w = await testAdmin();
  const about = {
    reporterId: w.james.id,
    reportedId: w.olena.id,
    category: "money",
    text: "",
    from: "profile",
  } as const;
  await fileReport(w.site.store, about);
  await addAuditCheckpoint(w.site.store);
  const path = "/en/admin/transparency";
  const page = await (await w.adas.get(`${path}?year=2026`)).text();
  for (const part of ["Transparency: 2026", "Reports by category", "Asks for money, gifts or investments"]) {
    expect(page).toContain(part);
  }
  const file = await w.adas.get(`${path}.csv?year=2026`);
  expect(file.headers.get("content-disposition")).toBe('attachment; filename="transparency-2026.csv"');
  const lines = (await file.text()).split("\r\n");
  expect(lines).toContain('Reports by category,"Asks for money, gifts or investments",1');
  expect(lines).toContain('Time to answer,"Median, in hours",');
  expect((await w.adas.get(`${path}?year=1`)).status).toBe(200);
  expect((await w.his.get(path)).status).toBe(403);
  expect((await w.his.get(`${path}.csv`)).status).toBe(403);
});
