/** What is shown in place of content: a notice, an empty state, progress. */
import type { ComponentChildren } from "preact";
import { classNames } from "./class_names.ts";
import { FaultListPlace, useFailureNotice } from "./form_faults.tsx";
import { Icon, type IconName } from "./icon.tsx";

export type NoticeTone = "attention" | "good" | "bad";

const toneIcons: Record<NoticeTone, IconName> = { attention: "info", good: "check", bad: "alert" };

interface NoticeProps {
  tone?: NoticeTone;
  children: ComponentChildren;
  /** "alert" for the failure of what the reader just did, "status" for its success. */
  role?: "alert" | "status";
}

export function Notice({ tone = "attention", children, role }: NoticeProps) {
  const isFailure = useFailureNotice(role);
  return (
    <div
      class={classNames("notice", tone !== "attention" && `notice--${tone}`)}
      role={role}
      tabIndex={isFailure ? -1 : undefined}
      autoFocus={isFailure || undefined}
    >
      <Icon name={toneIcons[tone]} />
      <div>
        {children}
        {isFailure && <FaultListPlace />}
      </div>
    </div>
  );
}

interface EmptyProps {
  title: string;
  children?: ComponentChildren;
  /** One link or button that leads on. */
  action?: ComponentChildren;
  /** "sealed": nothing has come yet; "open": the content is gone, or never existed. */
  drawing?: "sealed" | "open";
  heading?: "h1" | "h2" | "h3" | "h4";
}

const drawings = {
  sealed: "M2 2H70V52H2ZM2 2L36 30L70 2",
  open: "M2 2H70V52H2ZM2 52L36 24L70 52M24 10L48 10",
};

export function Empty({ title, children, action, drawing = "sealed", heading: Heading = "h2" }: EmptyProps) {
  return (
    <div class="empty">
      <svg width="72" height="54" viewBox="0 0 72 54" stroke="currentColor" stroke-width="1.5" aria-hidden="true">
        <path d={drawings[drawing]} />
      </svg>
      <Heading>{title}</Heading>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}

interface ProgressProps {
  label: string;
  /** 0–100; left out while it is not known. */
  value?: number;
}

export function Progress({ label, value }: ProgressProps) {
  return <progress class="progress" aria-label={label} max={100} value={value} />;
}
