/** Notes in the audit log what translators tried with letters outside of their own room, and were refused. */
import { addAuditLine } from "../../kv/audit_log.ts";
import { translator } from "../../kv/users.ts";
import type { Call } from "./define_call.ts";

export const notedForTranslators = (call: Call): Call => ({
  ...call,
  async handle(c, input) {
    const result = await call.handle(c, input);
    if (!result.ok && input.user?.groupId === translator) {
      await addAuditLine(c.var.house.store, {
        action: "letter_denied",
        actorId: input.user.id,
        subject: input.params?.id === undefined ? "letter:new" : `letter:${input.params.id}`,
        details: { call: `${call.method} ${call.path}`, reason: result.reason },
      });
    }
    return result;
  },
});
