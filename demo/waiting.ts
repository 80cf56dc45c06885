/** What waits for the demo's admin: a changed profile, a new name, a report, and messages to the site. */
import { changeFirstName } from "../kv/ladies/profile/first_names.ts";
import { ladyById } from "../kv/ladies/ladies.ts";
import { askProfileChange } from "../kv/ladies/profile/profile_changes.ts";
import type { Store } from "../kv/open.ts";
import { keepContactMessage } from "../kv/safety/contact_messages.ts";
import { fileReport } from "../kv/safety/report_filing.ts";

const hourMs = 3600_000;

/** `at` is the same store at another moment. */
export async function addWaiting(
  store: Store,
  ids: Map<string, number>,
  at: (atMs: number) => Store,
): Promise<void> {
  const now = store.now();
  const martaId = ids.get("marta")!;
  const about = (await ladyById(store, martaId))!.about;
  await askProfileChange(at(now - 5 * hourMs), martaId, {
    about: `${about.replace(/[^.]+\.\s*$/, "")} Since spring I also teach two evenings a week.`,
    profession: "teacher",
  });
  await changeFirstName(at(now - 2 * hourMs), ids.get("iryna")!, "Ira");
  await fileReport(at(now - 9 * hourMs), {
    reporterId: ids.get("poor")!,
    reportedId: ids.get("svetlana")!,
    category: "fake",
    text: "I have seen two of these pictures on another site under another name. Could somebody look?",
    from: "profile",
  });
  for (const [hoursAgo, message] of messages) {
    await keepContactMessage(at(now - hoursAgo * hourMs), { ...message, userId: null, address: "192.0.2.1" });
  }
}

const messages = [
  [20, {
    name: "Paul",
    email: "paul@example.test",
    topic: "payment",
    body: "I paid with PayPal on Monday and should like a receipt with my company’s name.\nIs that possible?",
    locale: "en",
  }],
  [3, {
    name: "林先生",
    email: "lin@example.test",
    topic: "question",
    body: "請問信件翻譯通常需要多久？",
    locale: "zh-Hant",
  }],
] as const;
