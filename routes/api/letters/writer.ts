/** A page may stay open after a sign-out: what its writer did must not count for the person who signed in next. */
import * as z from "zod";
import type { User } from "../../../kv/accounts/users.ts";
import { idField } from "../../http/fields.ts";

export const writerQuery = z.object({
  user: idField.optional().describe("Who wrote on the page that asks; refused where somebody else is signed in"),
}).loose();

export const isOthers = ({ user: writerId }: z.infer<typeof writerQuery>, user: User): boolean =>
  writerId !== undefined && writerId !== user.id;
