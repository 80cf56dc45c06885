/** Finding people: by id, address, any part of a name, group and state; newest first, in pages. */
import { Button } from "../../../../components/buttons.tsx";
import { Field, SelectField } from "../../../../components/fields.tsx";
import { Mark } from "../../../../components/marks.tsx";
import { usePage } from "../../../../components/page_context.ts";
import { useDate } from "../../../../components/page_dates.ts";
import { StackedTable } from "../../../../components/stacked_table.tsx";
import { Empty } from "../../../../components/states.tsx";
import { PersonName } from "../../../../components/person_name.tsx";
import { stateOf, type UserState, userStates } from "../../../../kv/accounts/directory.ts";
import { findUsers, type FoundUsers } from "../../../../kv/accounts/finding.ts";
import { type GroupId, lady, type User } from "../../../../kv/accounts/users.ts";
import { ladiesByIds } from "../../../../kv/ladies/ladies.ts";
import { countryName } from "../../../account/country_names.ts";
import type { PageDefinition } from "../../../http/define_page.ts";
import { answerPage } from "../../../http/page.tsx";
import { lastPageOf, pageNumberOf } from "../form.ts";
import { AdminFrame, countOf, ListPages } from "../frame.tsx";
import { homePath, userPath, usersPath } from "../paths.ts";
import { fullNameOf } from "../../../../i18n/names.ts";

const usersPerPage = 50;
const groups: GroupId[] = [1, 2, 3, 4, 5];

interface Asked {
  q: string;
  group: GroupId | null;
  state: UserState | null;
}

export const usersPage: PageDefinition = {
  paths: [usersPath],
  access: "admins",
  async get(c) {
    const { deps: { store }, facts: { t } } = c.var;
    const asked: Asked = {
      q: (c.req.query("q") ?? "").trim().slice(0, 100),
      group: groups.find((group) => String(group) === c.req.query("group")) ?? null,
      state: userStates.find((state) => state === c.req.query("state")) ?? null,
    };
    const page = pageNumberOf(c.req.query("page"));
    const wanted = { text: asked.q, groupId: asked.group ?? undefined, state: asked.state ?? undefined };
    const found = await findUsers(store, wanted, { page, limit: usersPerPage });
    const ladyIds = found.users.filter(({ groupId }) => groupId === lady).map(({ id }) => id);
    const published = new Set(
      (await ladiesByIds(store, ladyIds)).filter((each) => each.isPublished).map(({ id }) => id),
    );
    return await answerPage(c, {
      title: t("admin:users.title"),
      robots: "noindex",
      view: <UsersView asked={asked} found={found} page={page} published={published} />,
    });
  },
};

interface UsersViewProps {
  asked: Asked;
  found: FoundUsers;
  page: number;
  /** Which of the ladies among them are published. */
  published: ReadonlySet<number>;
}

function UsersView({ asked, found: { users, totalCount }, page, published }: UsersViewProps) {
  const { t, href, locale } = usePage();
  const query = new URLSearchParams();
  if (asked.q) query.set("q", asked.q);
  if (asked.group) query.set("group", String(asked.group));
  if (asked.state) query.set("state", asked.state);
  const hrefOf = (wanted: number) => {
    const whole = new URLSearchParams(query);
    if (wanted > 1) whole.set("page", String(wanted));
    return href(usersPath) + (whole.size > 0 ? `?${whole}` : "");
  };
  return (
    <AdminFrame
      title={t("admin:users.title")}
      lead={countOf(t, locale, "admin:users.found", totalCount)}
      back={{ path: homePath, label: t("admin:desk.title") }}
    >
      <form class="admin__find" method="get" action={href(usersPath)} role="search">
        <Field
          id="q"
          name="q"
          type="search"
          label={t("admin:users.field")}
          value={asked.q}
          autocomplete="off"
          maxLength={100}
        />
        <SelectField
          id="group"
          name="group"
          label={t("admin:users.group")}
          emptyLabel={t("admin:users.all")}
          options={groups.map((group) => ({ value: String(group), label: t(`admin:group.${group}`) }))}
          value={asked.group ? String(asked.group) : ""}
        />
        <SelectField
          id="state"
          name="state"
          label={t("admin:users.state")}
          emptyLabel={t("admin:users.all")}
          options={userStates.map((state) => ({ value: state, label: t(`admin:state.${state}`) }))}
          value={asked.state ?? ""}
        />
        <Button type="submit" tone="quiet">{t("admin:users.search")}</Button>
      </form>
      {users.length === 0
        ? <Empty title={t("admin:users.none.title")}>{t("admin:users.none.text")}</Empty>
        : <UserTable users={users} published={published} />}
      <ListPages current={page} last={lastPageOf(totalCount, usersPerPage)} hrefOf={hrefOf} />
    </AdminFrame>
  );
}

const columns = ["name", "email", "group", "country", "joined", "state"];

function UserTable({ users, published }: { users: User[]; published: ReadonlySet<number> }) {
  const { t, href, locale } = usePage();
  const date = useDate();
  return (
    <StackedTable
      caption={t("admin:users.title")}
      columns={columns.map((column) => t(`admin:users.column.${column}`))}
    >
      {users.map((user) => {
        const state = stateOf(user, published.has(user.id));
        return (
          <tr key={user.id} role="row">
            <th scope="row" role="rowheader">
              <a href={href(userPath(user.id))}>
                <PersonName name={fullNameOf(user) || t("admin:nobody")} />
              </a>{" "}
              <span class="faint">#{user.id}</span>
            </th>
            <td role="cell">{user.email}</td>
            <td role="cell">{t(`admin:group.${user.groupId}`)}</td>
            <td role="cell">{countryName(locale, user.countryId)}</td>
            <td role="cell" class="nowrap">{date(user.createdAt, "day")}</td>
            <td role="cell">
              {state === "active"
                ? <span class="faint">{t("admin:state.active")}</span>
                : <Mark tone={state === "suspended" ? "seal" : "ink"}>{t(`admin:state.${state}`)}</Mark>}
            </td>
          </tr>
        );
      })}
    </StackedTable>
  );
}
