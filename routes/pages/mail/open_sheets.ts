/**
 * That a sheet to somebody was shown to its writer, who may then hear what has become of the other meanwhile. The address to
 * which the sheet is sent proves it; an address that somebody made up proves nothing.
 */
import type { Store } from "../../../kv/open.ts";
import { isSameSecret } from "../../../kv/store/same_secret.ts";
import type { MemberContext } from "../../http/env.ts";

const proofOf = (store: Store, writerId: number, readerId: number): string =>
  store.sign(`letter-sheet:${JSON.stringify([writerId, readerId])}`);

/** The address for sending a sheet that is shown to this writer. */
export const sheetPath = (c: MemberContext, path: string, readerId: number): string =>
  `${path}?sheet=${proofOf(c.var.deps.store, c.var.signedIn.user.id, readerId)}`;

/** Whether what was sent comes from a sheet that this writer was shown. */
export const isFromSheet = (c: MemberContext, readerId: number): boolean =>
  isSameSecret(c.req.query("sheet") ?? "", proofOf(c.var.deps.store, c.var.signedIn.user.id, readerId));
