/** How an admin reads a letter: a form asks for the reason; only the answer to it has the words, and nothing keeps that. */
import { TextArea } from "../../../../components/fields.tsx";
import { LetterText } from "../../../../components/letter_sheet.tsx";
import { usePage } from "../../../../components/page_context.ts";
import { useDate } from "../../../../components/page_dates.ts";
import { Notice } from "../../../../components/states.tsx";
import { PersonName } from "../../../../components/person_name.tsx";
import { type User, usersByIds } from "../../../../kv/accounts/users.ts";
import type { Attachment } from "../../../../kv/letters/attachments.ts";
import { authorIdOf, type Letter, type LetterText as Words, recipientIdOf } from "../../../../kv/letters/letter.ts";
import { letterById } from "../../../../kv/letters/letters.ts";
import {
  pictureGrant,
  readingReasonLengthMax,
  readingReasonLengthMin,
  readLetterAsAdmin,
} from "../../../../kv/letters/admin_reading.ts";
import { type Refusal, refuse } from "../../../../kv/store/refusals.ts";
import { letterFilePath } from "../../../files/letter_files.ts";
import type { PageDefinition } from "../../../http/define_page.ts";
import type { MemberContext } from "../../../http/env.ts";
import { answerPage } from "../../../http/page.tsx";
import { idOf } from "../../../http/read_input.ts";
import { answerRefusal, messageOf, statusOf } from "../../../http/refusal_answer.tsx";
import { languageName } from "../../../../i18n/languages.ts";
import { ConfirmationForm, ConfirmationProblem } from "../confirmation.tsx";
import { textOf } from "../form.ts";
import { AdminFrame } from "../frame.tsx";
import { homePath, letterReadingPath, userPath } from "../paths.ts";

const letterPage: PageDefinition = {
  paths: ["/admin/letters/:id"],
  access: "admins",
  async get(c) {
    const letter = await letterById(c.var.deps.store, idOf(c.req.param("id")) ?? NaN);
    return letter ? await show(c, letter, {}) : await answerRefusal(c, refuse("not_found"));
  },
  async post(c, body) {
    const { store } = c.var.deps;
    const letterId = idOf(c.req.param("id")) ?? NaN;
    const reason = textOf(body.reason);
    const looked = await readLetterAsAdmin(store, { letterId, actorId: c.var.signedIn.user.id, reason });
    if (looked.ok) return await show(c, looked.letter, { words: looked.text, pictures: looked.pictures });
    const letter = await letterById(store, letterId);
    return letter ? await show(c, letter, { refusal: looked, reason }) : await answerRefusal(c, looked);
  },
};

export const letterPages: PageDefinition[] = [letterPage];

interface Outcome {
  /** Absent until the reading is recorded; null if the words are gone. */
  words?: Words | null;
  pictures?: Attachment[];
  refusal?: Refusal;
  reason?: string;
}

async function show(c: MemberContext, letter: Letter, outcome: Outcome): Promise<Response> {
  const { words, pictures = [], refusal, reason = "" } = outcome;
  const { deps: { store }, facts: { t } } = c.var;
  const [author, recipient] = await usersByIds(store, [authorIdOf(letter), recipientIdOf(letter)]);
  const rule = refusal?.fields?.reason;
  return await answerPage(c, {
    title: t("admin:letters.title", { id: letter.id }),
    robots: "noindex",
    status: statusOf(refusal),
    view: (
      <LetterView
        letter={letter}
        author={author ?? null}
        recipient={recipient ?? null}
        words={words}
        pictures={pictures.map((each) => picturesOf(c, each))}
        reason={reason}
        error={rule ? t(`admin:letters.${rule === "too_long" ? "tooLong" : "tooShort"}`, lengths) : null}
        problem={refusal && !rule ? messageOf(c, refusal) : null}
      />
    ),
  });
}

const picturesOf = (c: MemberContext, { id, thumb }: Attachment): Picture => {
  const grant = pictureGrant(c.var.deps.store, { actorId: c.var.signedIn.user.id, attachmentId: id });
  const at = (size: "thumb" | "full") => `${letterFilePath(id, size)}?look=${grant}`;
  return { src: at("thumb"), href: at("full"), width: thumb.width, height: thumb.height };
};

interface Picture {
  src: string;
  href: string;
  width: number;
  height: number;
}

const lengths = { least: readingReasonLengthMin, most: readingReasonLengthMax };

interface LetterViewProps {
  letter: Letter;
  author: User | null;
  recipient: User | null;
  words: Words | null | undefined;
  pictures: Picture[];
  reason: string;
  error: string | null;
  problem: string | null;
}

function LetterView({ letter, author, recipient, words, pictures, reason, error, problem }: LetterViewProps) {
  const { t, href } = usePage();
  const date = useDate();
  const person = (user: User | null) =>
    user
      ? (
        <a href={href(userPath(user.id))}>
          <PersonName name={user.firstname} id={user.id} />
        </a>
      )
      : <span>{t("admin:nobody")}</span>;
  return (
    <AdminFrame
      title={t("admin:letters.title", { id: letter.id })}
      lead={
        <>
          {person(author)} → {person(recipient)} · {date(letter.sentAt, "moment")}
        </>
      }
      back={{ path: homePath, label: t("admin:desk.title") }}
    >
      <ConfirmationProblem message={problem} />
      {words === undefined
        ? (
          <ConfirmationForm path={letterReadingPath(letter.id)} cancel={homePath} submit={t("admin:letters.read")}>
            <Notice>{t("admin:letters.notice")}</Notice>
            <TextArea
              id="reason"
              name="reason"
              label={t("admin:letters.reason")}
              hint={t("admin:letters.reasonHint", lengths)}
              error={error}
              rows={3}
              required
              minLength={readingReasonLengthMin}
              maxLength={readingReasonLengthMax}
              defaultValue={reason}
            />
          </ConfirmationForm>
        )
        : <Read words={words} pictures={pictures} />}
      {letter.looks && (
        <section aria-labelledby="looks">
          <h2 id="looks">{t("admin:letters.looks")}</h2>
          <ul class="admin__writings">
            {letter.looks.map(({ at, by, reason }) => (
              <li key={at}>
                <span class="soft">
                  {date(at, "moment")} · <a href={href(userPath(by))}>#{by}</a>
                </span>
                <span>{reason}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </AdminFrame>
  );
}

/** The words as they were written, what a translator made of them, and the pictures. */
function Read({ words, pictures }: { words: Words | null; pictures: Picture[] }) {
  const { t, locale } = usePage();
  if (!words) return <p class="soft">{t("admin:letters.gone")}</p>;
  const { body, translation } = words;
  return (
    <section aria-label={t("admin:letters.words")} class="flow">
      <Notice tone="good">{t("admin:letters.noted")}</Notice>
      <LetterText body={body} />
      {translation && (
        <>
          <h2>{t("admin:letters.translation", { language: languageName(locale, translation.language) })}</h2>
          <LetterText body={translation.body} lang={translation.language} />
        </>
      )}
      {pictures.length > 0 && (
        <ul class="enclosures">
          {pictures.map(({ src, href, width, height }, at) => (
            <li key={href}>
              <a class="enclosure" href={href}>
                <img src={src} width={width} height={height} alt={t("admin:letters.picture", { n: at + 1 })} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
