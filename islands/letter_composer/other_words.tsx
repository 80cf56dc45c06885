/** What other devices wrote for the same letter: to be read, laid onto the sheet, or dropped. */
import { useState } from "react";
import { Button } from "../../components/buttons.tsx";
import { usePage } from "../../components/page_context.ts";
import { Notice } from "../../components/states.tsx";
import { momentOf } from "../moment.ts";
import type { Carrier } from "./carrying.ts";
import type { OtherWords as Words } from "./account_draft.ts";

export function OtherWords({ others, carrier }: { others: Words[]; carrier: Carrier }) {
  const { t, locale } = usePage();
  const say = (key: string, values?: Record<string, unknown>) => t(`islands:letter_composer.other.${key}`, values);
  const [isStuck, setStuck] = useState(false);
  // The pressed button disappears with its words, so the focus moves to the sheet.
  const toSheet = () => document.getElementById("letter-body")!.focus();
  return (
    <Notice role="status">
      <p>{say("title")}</p>
      {isStuck && <p>{say("stuck")}</p>}
      {others.map((words) => (
        <details key={words.body}>
          <summary>{say("written", { date: momentOf(locale, words.writtenAt) })}</summary>
          <p class="compose__other">{words.body}</p>
          <Button
            type="button"
            tone="quiet"
            small
            onClick={() => {
              void carrier.exchange(words.body).then((isDone) => setStuck(!isDone));
              toSheet();
            }}
          >
            {say("use")}
          </Button>
        </details>
      ))}
      <Button
        type="button"
        tone="plain"
        small
        onClick={() => {
          void carrier.carry({ forgetsOthers: true });
          toSheet();
        }}
      >
        {say("forget")}
      </Button>
    </Notice>
  );
}
