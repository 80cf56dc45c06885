/** An empty conversation shows who the other is, what she says of herself, and a way to write to her. */
import { expect } from "expect";
import { renderToString } from "preact-render-to-string";
import { type PageContext, PageProvider } from "../../../components/page_context.ts";
import { translatorFor } from "../../../i18n/translate.ts";
import { Control } from "../control.ts";
import { hears, james, jamesId, lady, message, olenaId, user } from "../testing/state.ts";
import { Messages } from "./messages.tsx";

const href = (path: string) => `/xx${path}`;
const page: PageContext = { locale: "en", t: translatorFor("en"), path: "/man/chat", href, viewer: null };

function screenOf(me = james.me, otherId = olenaId) {
  const control = new Control(me, { now: () => 0, url: "", sound: () => {} }, () => {});
  control.do(hears("AllConnectedUsers", { users: [user(otherId, "Olena", { quote: "Slow mornings." })] }));
  control.do({ type: "history", userId: otherId, messages: [], hasOlder: false });
  const shown = () =>
    renderToString(
      <PageProvider value={page}>
        <Messages control={control} person={control.state.people.get(otherId)!} />
      </PageProvider>,
    );
  return { control, shown };
}

Deno.test("a sheet without a word has her portrait, her line and the way to a letter, until something is written", () => {
  const { control, shown } = screenOf();
  expect(shown()).toContain(`src="/${olenaId}.webp"`);
  expect(shown()).toContain("Slow mornings.");
  expect(shown()).toContain("You and Olena have not written to each other here yet.");
  expect(shown()).toContain(`href="/xx/man/mail/new-conversation/${olenaId}"`);
  control.do(hears("NewMessage", { message: message(1, olenaId, jamesId) }));
  expect(shown()).not.toContain("<img");
  expect(shown()).not.toContain("new-conversation");
});

Deno.test("a lady is led to her own letters, and nobody to one who is blocked", () => {
  const { control, shown } = screenOf(lady.me, jamesId);
  expect(shown()).toContain(`href="/xx/lady/mail/new-conversation/${jamesId}"`);
  control.do({ type: "blocked", userId: jamesId, isBlocked: true });
  expect(shown()).not.toContain("new-conversation");
});
