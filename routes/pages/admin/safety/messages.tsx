/** Messages of the contact form: the lists of those that wait and those that were answered, and the page of each. */
import { Button, ButtonLink } from "../../../../components/buttons.tsx";
import { usePage } from "../../../../components/page_context.ts";
import { useDate } from "../../../../components/page_dates.ts";
import { Notice } from "../../../../components/states.tsx";
import {
  type ContactMessage,
  contactMessageById,
  contactMessages,
  setContactAnswered,
} from "../../../../kv/safety/contact_messages.ts";
import { type Refusal, refuse } from "../../../../kv/store/refusals.ts";
import type { PageDefinition } from "../../../http/define_page.ts";
import type { AppContext } from "../../../http/env.ts";
import { leaveFlash } from "../../../http/flash.ts";
import { answerPage, localHref } from "../../../http/page.tsx";
import { answerRefusal, statusOf } from "../../../http/refusal_answer.tsx";
import { AnswerList, readAskedList, SinceCell } from "../answer_list.tsx";
import { AdminFrame } from "../frame.tsx";
import { messagesPath, userPath } from "../paths.ts";

const listPage: PageDefinition = {
  paths: [messagesPath],
  access: "admins",
  async get(c) {
    const { deps: { store }, facts: { t } } = c.var;
    const { asked, found } = await readAskedList(c, (list) => contactMessages(store, list.isAnswered, list));
    return await answerPage(c, {
      title: t("admin:messages.title"),
      robots: "noindex",
      view: (
        <AnswerList
          name="messages"
          path={messagesPath}
          asked={asked}
          totalCount={found.totalCount}
          columns={["topic", "from"]}
          lines={found.messages.map((message) => <Line key={message.id} message={message} nowMs={store.now()} />)}
        />
      ),
    });
  },
};

const onePage: PageDefinition = {
  paths: [`${messagesPath}/:id`],
  access: "admins",
  get: (c) => show(c),
  async post(c, body) {
    const isAnswered = body.action !== "reopen";
    const actorId = c.var.signedIn.user.id;
    const done = await setContactAnswered(c.var.deps.store, { messageId: askedFor(c), isAnswered, actorId });
    if (!done.ok) return await show(c, done);
    leaveFlash(c, "success", `admin:messages.flash.${isAnswered ? "answered" : "reopened"}`);
    return c.redirect(localHref(c.var.facts.prefix, messagesPath), 303);
  },
};

export const messagePages: PageDefinition[] = [listPage, onePage];

/** The id in the address, cut, because the length of a store's key is limited. */
const askedFor = (c: AppContext): string => (c.req.param("id") ?? "").slice(0, 100);

async function show(c: AppContext, refusal: Refusal | null = null): Promise<Response> {
  const { deps: { store }, facts: { t } } = c.var;
  const message = await contactMessageById(store, askedFor(c));
  if (!message) return await answerRefusal(c, refuse("not_found"));
  return await answerPage(c, {
    title: t(`contact:topic.${message.topic}`),
    robots: "noindex",
    status: statusOf(refusal),
    view: <OneView message={message} problem={refusal && t("admin:messages.decided")} />,
  });
}

function Line({ message, nowMs }: { message: ContactMessage; nowMs: number }) {
  const { t, href } = usePage();
  return (
    <tr role="row">
      <th scope="row" role="rowheader">
        <a href={href(`${messagesPath}/${message.id}`)}>{t(`contact:topic.${message.topic}`)}</a>
      </th>
      <td role="cell" data-label={t("admin:messages.column.from")}>{message.name}</td>
      <SinceCell at={message.at} answeredAt={message.answeredAt ?? null} nowMs={nowMs} />
    </tr>
  );
}

function OneView({ message, problem }: { message: ContactMessage; problem: string | null }) {
  const { t, href } = usePage();
  const date = useDate();
  const isAnswered = message.answeredAt !== undefined;
  const topic = t(`contact:topic.${message.topic}`);
  return (
    <AdminFrame
      title={topic}
      lead={[
        date(message.at, "moment"),
        t(`admin:language.${message.locale}`),
      ].join(" · ")}
      back={{ path: messagesPath, label: t("admin:messages.title") }}
    >
      {problem && <Notice tone="bad" role="alert">{problem}</Notice>}
      {isAnswered && (
        <Notice tone="good">
          {t("admin:messages.answeredOn", { date: date(message.answeredAt!, "moment") })}{" "}
          <a href={href(userPath(message.answeredBy!))}>#{message.answeredBy}</a>
        </Notice>
      )}
      <section aria-label={t("admin:messages.words")} class="flow">
        <p>
          {message.name} · <a href={`mailto:${message.email}`}>{message.email}</a>
          {message.userId !== null && (
            <>
              {" "}· <a href={href(userPath(message.userId))}>#{message.userId}</a>
            </>
          )}
        </p>
        <p class="admin__words prose" lang={message.locale}>{message.body}</p>
      </section>
      <form class="row" method="post" action={href(`${messagesPath}/${message.id}`)}>
        {!isAnswered && (
          <ButtonLink href={`mailto:${message.email}?subject=${encodeURIComponent(topic)}`} tone="quiet">
            {t("admin:messages.write")}
          </ButtonLink>
        )}
        <Button
          type="submit"
          name="action"
          value={isAnswered ? "reopen" : "answered"}
          tone={isAnswered ? "quiet" : "ink"}
        >
          {t(`admin:messages.${isAnswered ? "reopen" : "mark"}`)}
        </Button>
      </form>
    </AdminFrame>
  );
}
