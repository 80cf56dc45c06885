/** Filing a report of somebody without an account, from the page or by a call. */
import { fileGuestReport, type WantedGuestReport } from "../../kv/safety/guest_reports.ts";
import type { Filed } from "../../kv/safety/report_filing.ts";
import { refuse } from "../../kv/store/refusals.ts";
import type { AppContext } from "../http/env.ts";
import { pointedAt } from "./pointed.ts";

type Told = Pick<WantedGuestReport, "category" | "text" | "name" | "email"> & { subject: string };

/** Refuses as `fileGuestReport` does, and `invalid` for an address that is no page of this site. */
export async function fileGuestReportHere(c: AppContext, { subject, ...told }: Told): Promise<Filed> {
  const { deps: { store, wakeJobs }, facts: { locale, address, origin } } = c.var;
  const pointed = await pointedAt(c, subject);
  if (!pointed) return refuse("invalid", { fields: { subject: "unknown_address" } });
  const filed = await fileGuestReport(store, { ...told, pointed, locale, address, origin });
  if (filed.ok) wakeJobs?.();
  return filed;
}
