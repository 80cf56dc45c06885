/** The forms of the page about signing in: the password, the e-mail address, and the places with a session. */
import type { ComponentChildren } from "preact";
import { Button, ButtonLink } from "../../../components/buttons.tsx";
import { Field } from "../../../components/fields.tsx";
import { Mark } from "../../../components/marks.tsx";
import { usePage } from "../../../components/page_context.ts";
import { useDate } from "../../../components/page_dates.ts";
import { Notice } from "../../../components/states.tsx";
import { emailChangeSeconds } from "../../../kv/accounts/email_change.ts";
import type { Device } from "../../account/devices.ts";
import { KnownPassword, NewPassword } from "../auth/credential_fields.tsx";
import type { FormState } from "../auth/gate.tsx";

export interface Place {
  id: string;
  device: Device;
  /** Ms since the epoch, both. */
  createdAt: number;
  lastSeenAt: number;
  isCurrent: boolean;
}

interface SecurityViewProps {
  email: string;
  /** The new address that is not confirmed yet; null if there is none. */
  wishedEmail: string | null;
  password: FormState;
  changeEmail: FormState;
  places: readonly Place[];
}

export function SecurityView({ email, wishedEmail, password, changeEmail, places }: SecurityViewProps) {
  return (
    <>
      <Password form={password} email={email} />
      <EmailPart form={changeEmail} email={email} wishedEmail={wishedEmail} />
      <Places places={places} />
    </>
  );
}

/** The links to the copy of one's data and to the deletion of the account. */
export function OwnDataPart({ copyPath, deletePath }: { copyPath: string; deletePath: string }) {
  const { t, href } = usePage();
  return (
    <section class="split" id="own-data" aria-labelledby="own-data-title">
      <div>
        <h2 id="own-data-title">{t("ownData:part.title")}</h2>
        <p>{t("ownData:part.text")}</p>
      </div>
      <div class="row">
        <ButtonLink href={href(copyPath)} tone="quiet" small>{t("ownData:part.copy")}</ButtonLink>
        <ButtonLink href={href(deletePath)} tone="plain" small>{t("ownData:part.delete")}</ButtonLink>
      </div>
    </section>
  );
}

function Section({ name, children }: { name: string; children: ComponentChildren }) {
  const { t } = usePage();
  return (
    <section class="split" id={name} aria-labelledby={`${name}-title`}>
      <div>
        <h2 id={`${name}-title`}>{t(`account:${name}.title`)}</h2>
        <p>{t(`account:${name}.text`, { count: emailChangeSeconds / 3600 })}</p>
      </div>
      <div>{children}</div>
    </section>
  );
}

interface FormProps {
  form: FormState;
  email: string;
}

function Password({ form, email }: FormProps) {
  const { t, href, path } = usePage();
  return (
    <Section name="password">
      <form class="form" method="post" action={href(path)}>
        {form.status !== 200 && <Notice tone="bad" role="alert">{form.notice ?? t("account:password.unable")}</Notice>}
        <input type="hidden" name="section" value="password" />
        {/* Tells the password manager whose password this is. */}
        <input type="hidden" name="username" autocomplete="username" value={email} />
        <CurrentPassword id="current-password" form={form} />
        <NewPassword form={form} name="password" most={200} />
        <div>
          <Button type="submit">{t("account:password.submit")}</Button>
        </div>
      </form>
    </Section>
  );
}

function CurrentPassword({ id, form }: { id: string; form: FormState }) {
  const { t } = usePage();
  return <KnownPassword form={form} id={id} name="currentPassword" label={t("account:field.currentPassword")} />;
}

/** The e-mail address: the wish for another one, and the one that waits for its link. */
export function EmailPart({ form, email, wishedEmail }: FormProps & Pick<SecurityViewProps, "wishedEmail">) {
  const { t, href, path } = usePage();
  return (
    <Section name="email">
      <p class="account__address">{t("account:emailIs", { email })}</p>
      {wishedEmail && (
        <form class="account__wished" method="post" action={href(path)}>
          <Notice>
            <p>{t("account:email.waits", { email: wishedEmail })}</p>
            <p class="actions">
              <Button type="submit" tone="quiet" small name="section" value="email-cancel">
                {t("account:email.cancel")}
              </Button>
            </p>
          </Notice>
        </form>
      )}
      <form class="form" method="post" action={href(path)}>
        {form.notice && <Notice tone="bad" role="alert">{form.notice}</Notice>}
        <input type="hidden" name="section" value="email" />
        <Field
          id="new-email"
          name="email"
          type="email"
          label={t("account:field.newEmail")}
          error={form.fields.email}
          autocomplete="email"
          required
          maxLength={254}
          value={form.values.email}
        />
        <CurrentPassword id="email-password" form={form} />
        <div>
          <Button type="submit">{t("account:email.submit")}</Button>
        </div>
      </form>
    </Section>
  );
}

function Places({ places }: { places: readonly Place[] }) {
  const { t, href, path } = usePage();
  return (
    <Section name="sessions">
      <ul class="places">
        {places.map((place) => <PlaceRow key={place.id} place={place} />)}
      </ul>
      {places.length > 1 && (
        <form method="post" action={href(path)}>
          <Button type="submit" tone="quiet" small name="section" value="sessions">{t("account:sessions.all")}</Button>
        </form>
      )}
    </Section>
  );
}

function PlaceRow({ place }: { place: Place }) {
  const { t, href, path } = usePage();
  const date = useDate();
  const { id, device, createdAt, lastSeenAt, isCurrent } = place;
  const name = nameOf(t, device);
  const since = date(createdAt, "moment");
  return (
    <li>
      <div>
        <p>
          <b>{name}</b> {isCurrent && <Mark tone="ink">{t("account:sessions.here")}</Mark>}
        </p>
        <p class="small soft">
          {t("account:sessions.times", { since, seen: date(lastSeenAt, "moment") })}
        </p>
      </div>
      {!isCurrent && (
        <form method="post" action={href(path)}>
          <input type="hidden" name="section" value="session" />
          <Button
            type="submit"
            tone="plain"
            small
            name="id"
            value={id}
            aria-label={t("account:sessions.endNamed", { device: name, since })}
          >
            {t("account:sessions.end")}
          </Button>
        </form>
      )}
    </li>
  );
}

function nameOf(t: (key: string, values?: Record<string, string>) => string, { browser, system }: Device): string {
  if (browser && system) return t("account:sessions.device", { browser, system });
  return browser ?? system ?? t("account:sessions.unknown");
}
