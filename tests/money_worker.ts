/**
 * A process that the money tests may kill at any moment: it reads operations as JSON lines, performs them all at once, and
 * prints one line for each that is finished. Arguments: the store's file, and by how many ms its clock is wrong.
 */
import { confirmByCode } from "../kv/accounts/confirming.ts";
import { changePassword } from "../kv/accounts/signing_in/passwords.ts";
import { sessionByToken, startSession } from "../kv/accounts/signing_in/sessions.ts";
import { beginSignUp, codeOf } from "../kv/accounts/sign_up.ts";
import { lady, man, userByEmail } from "../kv/accounts/users.ts";
import type { Visitor } from "../kv/accounts/visitors.ts";
import { post } from "../kv/credits/ledger/ledger.ts";
import { loadLadyIndex } from "../kv/ladies/ladies.ts";
import { openLetter } from "../kv/letters/opening.ts";
import { sendLetter } from "../kv/letters/sending.ts";
import { openStore, type Store } from "../kv/open.ts";
import type { Result } from "../kv/store/refusals.ts";
import { publish } from "../kv/testing/publication.ts";
import { proofOf } from "../kv/testing/sign_ups.ts";
import { testPasswordHash } from "../kv/testing/store.ts";
import type { Acknowledgement, Operation } from "./money/operations.ts";
import { doJobs, performOnPayment } from "./money/perform_payments.ts";
import { openProviders, providersFileOf } from "./money/providers.ts";

const nobody = -1;
const [file, skewMs] = Deno.args;
const store = await openStore({
  location: file,
  secret: "a secret that only tests may know",
  now: () => Date.now() + Number(skewMs),
});
await loadLadyIndex(store);
const providers = openProviders(providersFileOf(file!));

const pending = new Set<Promise<void>>();
for await (const line of linesOf(Deno.stdin.readable)) {
  const { id, operation } = JSON.parse(line) as { id: number; operation: Operation };
  const work = perform(store, operation)
    .catch((error): Acknowledgement => ({ ok: false, reason: "thrown", error: String(error?.stack ?? error) }))
    .then((result) => acknowledge(id, result));
  pending.add(work);
  work.finally(() => pending.delete(work));
}
await Promise.all(pending);
await store.close();
(await providers).close();

function acknowledge(id: number, result: Acknowledgement): void {
  // Shorter than what a pipe takes in one piece, so that a kill leaves whole lines.
  Deno.stdout.writeSync(new TextEncoder().encode(JSON.stringify({ id, result }) + "\n"));
}

async function perform(store: Store, operation: Operation): Promise<Acknowledgement> {
  switch (operation.kind) {
    case "sign_up":
      return await signUpAndConfirm(store, operation.email, operation.isLady);
    case "send": {
      const [authorId, recipientId] = [await idOf(store, operation.from), await idOf(store, operation.to)];
      const { body, sendKey } = operation;
      const sent = await sendLetter(store, { authorId, recipientId, body, sendKey });
      return told(sent, (it) => ({ letterId: it.letter.id, balance: it.balanceCredits ?? undefined }));
    }
    case "open": {
      const opened = await openLetter(store, await idOf(store, operation.man), operation.letterId, true);
      return told(opened, (it) => ({ letterId: it.letter.id, balance: it.balanceCredits ?? undefined }));
    }
    case "grant": {
      const { credits, paymentId } = operation;
      const manId = await idOf(store, operation.man);
      if (manId === nobody) return { ok: false, reason: "not_found" };
      const posted = await post(store, {
        manId,
        operation: "refill",
        deltaCredits: credits,
        reference: {},
        idempotencyKey: `payment:test:${paymentId}`,
      });
      return told(posted, (it) => ({ balance: it.entry.balanceAfter }));
    }
    case "change_password":
      return await changeAndTryOut(store, operation.email, operation.current, operation.next);
    case "do_jobs":
      return await doJobs(store, await providers);
    case "buy":
    case "hook":
    case "end":
    case "withdraw":
    case "ask_back":
    case "fail_refund":
      return await performOnPayment(store, await idOf(store, operation.man), operation, await providers);
  }
}

async function signUpAndConfirm(store: Store, email: string, isLady: boolean): Promise<Acknowledgement> {
  // Each time from another network: the test is about accounts that begin twice, not about the limit of guesses.
  const visitor: Visitor = { address: crypto.randomUUID(), mark: crypto.randomUUID() };
  const confirmation = await beginSignUp(store, {
    email,
    firstname: email.split("@")[0]!,
    lastname: "",
    birthdate: "1990-01-01",
    countryId: isLady ? 804 : 840,
    promoEmails: false,
    locale: "en",
    groupId: isLady ? lady : man,
    passwordHash: testPasswordHash,
  }, { visitor });
  const confirmed = await confirmByCode(store, proofOf(email, { visitor }), codeOf(store, confirmation));
  // Somebody must approve her; a repeat after a crash does so again.
  const known = await userByEmail(store, email);
  if (isLady && known) await publish(store, known.id);
  return told(confirmed, (it) => ({ userId: it.user.id }));
}

/** Changes the password from one of two sessions: the other one must be over when the change is acknowledged. */
async function changeAndTryOut(store: Store, email: string, currentPassword: string, password: string) {
  const userId = await idOf(store, email);
  if (userId === nobody) return { ok: false, reason: "not_found" };
  const [mine, other] = [await startSession(store, userId, false), await startSession(store, userId, false)];
  const keepTokenHash = mine.session.tokenHash;
  const changed = await changePassword(store, userId, { currentPassword, password, keepTokenHash });
  const isOtherOver = await sessionByToken(store, other.token) === null;
  return told(changed, () => ({ userId, keptToken: mine.token, endedToken: other.token, isOtherOver }));
}

async function idOf(store: Store, email: string): Promise<number> {
  return (await userByEmail(store, email))?.id ?? nobody;
}

function told<T>(result: Result<T>, facts: (it: { ok: true } & T) => Omit<Acknowledgement, "ok">): Acknowledgement {
  return result.ok ? { ok: true, ...facts(result) } : { ok: false, reason: result.reason };
}

async function* linesOf(bytes: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of bytes.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
}
