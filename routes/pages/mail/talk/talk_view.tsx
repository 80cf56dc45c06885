/** The view of a time to talk: what is proposed or agreed, and the form that proposes. Works without a script. */
import { Button, ButtonLink } from "../../../../components/buttons.tsx";
import { Choices } from "../../../../components/choices.tsx";
import { Field, FieldError } from "../../../../components/fields.tsx";
import { Avatar } from "../../../../components/marks.tsx";
import { usePage } from "../../../../components/page_context.ts";
import { SentenceWithName } from "../../../../components/person_name.tsx";
import { Notice } from "../../../../components/states.tsx";
import { gapOf } from "../../../../i18n/locales.ts";
import type { ToldMoment } from "../../../talks/told_moments.ts";
import type { Partner } from "../partners.ts";

export interface StandingWords {
  id: string;
  text: string;
  kind: string;
  isVideo: boolean;
  moments: (ToldMoment & { at: number; mayAccept: boolean })[];
  mayDecline: boolean;
  /** The words of the button that ends the talk; null if there is nothing to end. */
  callOff: string | null;
  file: { href: string; label: string } | null;
  chatHref: string | null;
}

export interface FormWords {
  kind: "text" | "video";
  /** The first and the last day that may be chosen. */
  first: string;
  last: string;
  moments: {
    legend: string;
    date: string;
    time: string;
    /** What is wrong, and with which field: with both where they are wrong together. */
    fault: { text: string; of: "date" | "time" | "both" } | null;
  }[];
  /** The zone in which the times are meant, which the form brings along; empty for UTC where none is known. */
  zone: string;
  zoneText: string;
  /** Leads to where the zone is set. */
  zoneLink: { href: string; label: string };
  /** Null where both clocks show the same. */
  theirs: string | null;
}

interface TalkViewProps {
  partner: Partner;
  letterHref: string;
  /** What the chat itself costs. */
  cost: string;
  problem: string | null;
  standing: StandingWords | null;
  /** Null while a talk is proposed or agreed. */
  form: FormWords | null;
}

export function TalkView({ partner, letterHref, cost, problem, standing, form }: TalkViewProps) {
  const { t } = usePage();
  const { name } = partner;
  return (
    <div class="wrap safety">
      <header>
        <Avatar src={partner.avatar} size="large" />
        <div>
          <h1>
            <SentenceWithName sentence={t("talks:title", { name })} name={name} />
          </h1>
          {form && <p class="soft">{t("talks:lead", { name })}</p>}
        </div>
      </header>
      {problem && !form && <Notice tone="bad" role="alert">{problem}</Notice>}
      {standing && <Standing standing={standing} />}
      {form ? <ProposeForm form={form} cost={cost} problem={problem} /> : <p class="small soft">{cost}</p>}
      <p>
        <a href={letterHref}>{t("talks:back", { name })}</a>
      </p>
    </div>
  );
}

function Standing({ standing }: { standing: StandingWords }) {
  const { t } = usePage();
  const { id, text, kind, isVideo, moments, mayDecline, callOff, file, chatHref } = standing;
  return (
    <section class="safety__what" aria-labelledby="talk">
      <h2 id="talk">{text}</h2>
      <p class="soft">{kind}</p>
      <ul class="told">
        {moments.map(({ at, iso, mine, theirs, mayAccept }) => (
          <li key={iso}>
            <p>
              <strong>
                <time datetime={iso}>{mine}</time>
              </strong>
              {theirs && (
                <>
                  <br />
                  <span class="soft">{theirs}</span>
                </>
              )}
            </p>
            {mayAccept && (
              <form class="row" method="post">
                <input type="hidden" name="action" value="accept" />
                <input type="hidden" name="talkId" value={id} />
                <input type="hidden" name="at" value={at} />
                <Button type="submit" icon="check" aria-label={t("talks:do.acceptThis", { when: mine })}>
                  {t("talks:do.accept")}
                </Button>
              </form>
            )}
          </li>
        ))}
      </ul>
      {(file || chatHref) && (
        <p class="row">
          {chatHref && <ButtonLink href={chatHref} icon={isVideo ? "video" : "chat"}>{t("talks:do.chat")}</ButtonLink>}
          {file && <ButtonLink href={file.href} tone="quiet" icon="calendar" download>{file.label}</ButtonLink>}
        </p>
      )}
      {mayDecline && (
        <form class="row" method="post">
          <input type="hidden" name="action" value="decline" />
          <input type="hidden" name="talkId" value={id} />
          <Button type="submit" tone="quiet">{t("talks:do.decline")}</Button>
        </form>
      )}
      {callOff && (
        <details>
          <summary>{callOff}</summary>
          <form class="row" method="post">
            <input type="hidden" name="action" value="callOff" />
            <input type="hidden" name="talkId" value={id} />
            <Button type="submit" tone="quiet">{t("talks:do.callOffSure")}</Button>
          </form>
        </details>
      )}
    </section>
  );
}

function ProposeForm({ form, cost, problem }: { form: FormWords; cost: string; problem: string | null }) {
  const { t, locale } = usePage();
  const { kind, first, last, moments, zone, zoneText, zoneLink, theirs } = form;
  return (
    <form class="form" method="post">
      {problem && <Notice tone="bad" role="alert">{problem}</Notice>}
      <input type="hidden" name="action" value="propose" />
      {/* What the form says must hold for what is sent, even if the page tells the account another zone meanwhile. */}
      <input type="hidden" name="zone" value={zone} />
      <Choices
        legend={t("talks:how")}
        name="kind"
        type="radio"
        joined
        options={(["text", "video"] as const).map((value) => ({ value, label: t(`talks:kind.${value}`) }))}
        chosen={[kind]}
      />
      <p class="small">
        {zoneText}
        {gapOf(locale)}
        <a href={zoneLink.href}>{zoneLink.label}</a>
        {theirs && <br />}
        {theirs}
      </p>
      {moments.map(({ legend, date, time, fault }, place) => {
        const isBoth = fault?.of === "both";
        const fields = [
          { type: "date", label: t("talks:date"), value: date, min: first, max: last },
          { type: "time", label: t("talks:time"), value: time },
        ] as const;
        return (
          <fieldset key={place} class="group">
            <legend>{legend}</legend>
            <div class="field">
              <div class="two">
                {fields.map((field) => (
                  <Field
                    key={field.type}
                    {...field}
                    id={`${field.type}${place + 1}`}
                    name={`${field.type}${place + 1}`}
                    required={place === 0}
                    error={fault?.of === field.type ? fault.text : null}
                    aria-invalid={isBoth || undefined}
                    describedBy={isBoth ? `date${place + 1}-error` : undefined}
                  />
                ))}
              </div>
              {isBoth && <FieldError id={`date${place + 1}`} label={legend}>{fault.text}</FieldError>}
            </div>
          </fieldset>
        );
      })}
      <p class="small soft">{cost}</p>
      <div class="row">
        <Button type="submit" icon="calendar">{t("talks:propose")}</Button>
      </div>
    </form>
  );
}
