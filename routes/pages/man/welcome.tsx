/**
 * What a new man is asked once, after the code: three short questions and a photo. He may leave out each of them, or pass
 * over all with one press; either way leads to where he wanted to go.
 */
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { Button } from "../../../components/buttons.tsx";
import { Field } from "../../../components/fields.tsx";
import { ErrorSummary } from "../../../components/form_faults.tsx";
import { usePage } from "../../../components/page_context.ts";
import { Notice } from "../../../components/states.tsx";
import { isChinese } from "../../../i18n/locales.ts";
import { photoLimits } from "../../../islands/photo_gallery/state.ts";
import ProfilePreview from "../../../islands/profile_preview/island.tsx";
import SmallerFiles from "../../../islands/smaller_files/island.tsx";
import type { User } from "../../../kv/accounts/users.ts";
import { ageYears } from "../../../kv/ladies/age.ts";
import { professions } from "../../../kv/ladies/attributes.ts";
import { answerFirstQuestions, areQuestionsOver, passOverQuestions } from "../../../kv/ladies/first_questions.ts";
import { changeOwn, manProfileOf } from "../../../kv/ladies/profiles.ts";
import { wordLengths } from "../../../kv/ladies/record.ts";
import { seenOf } from "../../../kv/ladies/profile/seen_facts.ts";
import type { Refusal } from "../../../kv/store/refusals.ts";
import { attributeWord } from "../../account/attribute_words.ts";
import { placeName } from "../../account/country_names.ts";
import { manForm } from "../../account/profile_forms.ts";
import { keepPhoto } from "../../files/photo_uploads.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { MemberContext } from "../../http/env.ts";
import { leaveFlash } from "../../http/flash.ts";
import { answerPage, localHref } from "../../http/page.tsx";
import { newPressKey, PressKey, pressOf } from "../../http/press_key.tsx";
import { type Body, parseInput } from "../../http/read_input.ts";
import { noAvatar } from "../../http/viewer.ts";
import { SeenMarks, Text, VocabularyField } from "../account/fields.tsx";
import { readSeen, seenAfter, type Shown, textOf, type Written, writtenIn } from "../account/form_values.ts";
import { arrive, nextOf, welcomePath } from "../auth/arrival.ts";
import { refusedForm } from "../auth/gate.tsx";

const answersForm = manForm.pick({ about: true, idealPartner: true, profession: true });
const asked = ["about", "idealPartner", "profession"] as const;
const shown = [...asked, "photo"];

export const welcomePage: PageDefinition = {
  paths: [welcomePath],
  access: "men",
  async get(c) {
    const { user } = c.var.signedIn;
    if (areQuestionsOver(user)) return arrive(c, user, nextOf(c));
    return await show(c, nextOf(c), { ...await toldBefore(c, user), errors: {} });
  },
  async post(c, body) {
    const { user } = c.var.signedIn;
    const next = nextOf(c, body);
    if (body.do === "skip" && areQuestionsOver(user)) return arrive(c, user, next);
    const refusal = body.do === "skip" ? await skip(c, user) : await keep(c, user, body);
    if (!refusal) return arrive(c, user, next);
    const { fields, notice, status } = refusedForm(c, refusal, {}, shown);
    const seen = seenAfter(refusal, body.seen, (await toldBefore(c, user)).seen!);
    return await show(c, next, { values: writtenIn(body, asked), seen, errors: fields }, notice, status);
  },
};

async function skip(c: MemberContext, user: User): Promise<Refusal | null> {
  const passed = await passOverQuestions(c.var.deps.store, user.id);
  return passed.ok ? null : passed;
}

/**
 * Stores the photo first: if it is refused, the page stays with all that he wrote. Once the questions are over, his words
 * are still stored but no photo, because a second press would send it twice.
 */
async function keep(c: MemberContext, user: User, body: Body): Promise<Refusal | null> {
  const { deps } = c.var;
  const answers = parseInput(answersForm, body);
  if (!answers.ok) return answers;
  if (areQuestionsOver(user)) {
    const added = await changeOwn(deps.store, user.id, { profile: answers.value }, readSeen(body.seen));
    return added.ok ? null : added;
  }
  const photo = [body.photo].flat().find((each): each is File => each instanceof File && each.size > 0);
  const photoKept = photo ? await keepPhoto(deps, user, photo, "photo", { press: pressOf(body) }) : null;
  if (photoKept && !photoKept.ok) return photoKept;
  const kept = await answerFirstQuestions(deps.store, user.id, answers.value, readSeen(body.seen));
  if (!kept.ok) return kept;
  if (photo || asked.some((name) => answers.value[name])) leaveFlash(c, "success", "account:welcome.kept");
  return null;
}

/** What he has told already: while this page was open, he may have written on another one. */
async function toldBefore(c: MemberContext, user: User): Promise<Shown> {
  const profile = await manProfileOf(c.var.deps.store, user.id);
  const { about, idealPartner, profession } = profile;
  return { values: { about, idealPartner, profession: profession ?? "" }, seen: seenOf(profile, asked) };
}

async function show(
  c: MemberContext,
  next: string,
  form: Written,
  notice: string | null = null,
  status: ContentfulStatusCode = 200,
): Promise<Response> {
  const { t, prefix } = c.var.facts;
  return await answerPage(c, {
    title: t("account:welcome.title"),
    description: t("account:description"),
    crumbs: [{ label: t("account:home"), href: localHref(prefix, "/") }, { label: t("account:welcome.title") }],
    robots: "noindex",
    status,
    view: (
      <WelcomeView
        form={form}
        next={next}
        notice={notice}
        user={c.var.signedIn.user}
        age={ageYears(c.var.signedIn.user.birthdate, c.var.deps.store.now())}
        pressKey={newPressKey(c)}
      />
    ),
  });
}

interface WelcomeProps {
  form: Written;
  next: string;
  notice: string | null;
  user: User;
  age: number;
  pressKey: string;
}

function WelcomeView({ form, next, notice, user, age, pressKey }: WelcomeProps) {
  const { t } = usePage();
  return (
    <div class="wrap settings account">
      <header>
        <h1>{t("account:welcome.title")}</h1>
        <p class="soft">{t("account:welcome.lead")}</p>
      </header>
      {notice ? <Notice tone="bad" role="alert">{notice}</Notice> : <ErrorSummary />}
      <div class="story">
        <div>
          <Questions form={form} next={next} />
          <PressKey pressKey={pressKey} form={formId} />
          {/* A form of its own, so that a chosen photo is not sent for nothing. */}
          <form id="skip" method="post">
            <Where next={next} />
          </form>
        </div>
        <Preview form={form} user={user} age={age} />
      </div>
    </div>
  );
}

const formId = "questions";

function Questions({ form, next }: { form: Written; next: string }) {
  const { t } = usePage();
  return (
    <form class="form" id={formId} method="post" encType="multipart/form-data">
      <Where next={next} />
      <SeenMarks form={form} />
      <Field
        id="photo"
        type="file"
        name="photo"
        label={t("account:welcome.photo")}
        hint={t("account:welcome.photoHint")}
        error={form.errors.photo}
        accept={photoLimits.types.join(",")}
      />
      <SmallerFiles id="photo" limits={photoLimits} />
      <Text
        form={form}
        name="about"
        question={t("account:question.sunday")}
        hint={t("account:welcome.sundayHint")}
        most={wordLengths.about}
        rows={4}
      />
      <Text
        form={form}
        name="idealPartner"
        question={t("account:question.whom")}
        most={wordLengths.idealPartner}
        rows={3}
      />
      <VocabularyField form={form} name="profession" isMan question={t("account:question.work")} />
      <div class="row">
        <Button type="submit">{t("account:welcome.save")}</Button>
        <Button type="submit" form="skip" name="do" value="skip" tone="quiet">{t("account:welcome.skip")}</Button>
      </div>
    </form>
  );
}

const Where = ({ next }: { next: string }) => next ? <input type="hidden" name="next" value={next} /> : null;

function Preview({ form: { values }, user, age }: Pick<WelcomeProps, "form" | "user" | "age">) {
  const { t, locale } = usePage();
  const profession = professions.find((each) => each === values.profession);
  return (
    <ProfilePreview
      formId={formId}
      name={`${user.firstname}${isChinese(locale) ? " " : ", "}${t("profile:age", { age })}`}
      place={placeName(locale, user.city, user.countryId)}
      avatar={user.photo?.sizes.avatar ?? noAvatar}
      told={{
        about: textOf(values, "about"),
        idealPartner: textOf(values, "idealPartner"),
        profession: profession ? attributeWord(t, "profession", profession, true) : "",
      }}
      words={{
        title: t("account:welcome.preview"),
        about: t("profile:about"),
        silent: t("account:man.silent", { name: user.firstname }),
        idealPartner: t("account:man.ideal"),
        profession: t("attributes:field.profession"),
        photoWaits: t("account:welcome.photoWaits"),
      }}
    />
  );
}
