/** The chat's screen: lists on one side, a conversation on the other, and invitations on top. */
import { useEffect, useState } from "react";
import { nameLengthMax } from "../../chat/shared/limits.ts";
import { classNames } from "../../components/class_names.ts";
import { usePage } from "../../components/page_context.ts";
import { balanceStrings, showBalance } from "../letter_notifications/head_balance.ts";
import { CallBar, calledId, CallPlace } from "./call/call_place.tsx";
import type { Control } from "./control.ts";
import { Messages } from "./conversation/messages.tsx";
import { Say } from "./conversation/say.tsx";
import { fitView } from "./fit_view.ts";
import { Flashes } from "./flashes.tsx";
import { MeterBar } from "./meter_bar.tsx";
import { Invitation } from "./people/invitation.tsx";
import { Lists, MinutePrices, ToOnline } from "./people/lists.tsx";
import { rename } from "./people/own.ts";
import { OwnCard } from "./people/own_card.tsx";
import { Asking, PartnerBar } from "./people/partner_bar.tsx";
import type { Sounds } from "./sounds.ts";
import type { ChatPrices, Me, Start } from "./types.ts";
import { type ServerClock, useControl } from "./use_control.ts";
import { withWayBack } from "./way_back.ts";

export const strings = [
  "chat",
  "call",
  "common:buyCredits",
  "translation:compose.reads",
  ...balanceStrings,
];

export interface ChatProps {
  me: Me;
  clock: ServerClock;
  sounds: Sounds;
  /** Null for ladies, who pay nothing and are shown no credits. */
  prices: ChatPrices | null;
  contactEmail: string;
  start: Start;
  /** The page that checks camera, microphone and connection before a call. */
  checkHref: string;
}

export default function Chat(props: ChatProps) {
  const { t } = usePage();
  const { contactEmail, checkHref } = props;
  const control = useControl(props);
  const { balanceSeq: seq, me: { balanceCredits: credits } } = control.state;
  const [naming, setNaming] = useState<typeof import("./people/name_dialog.tsx") | null>(null);
  const askForName = () => import("./people/name_dialog.tsx").then(setNaming, () => control.refused(null));
  useEffect(() => fitView(), []);
  // After a loss the chat's connection is back before the page's event stream, which tells the same.
  useEffect(() => {
    if (credits !== null && seq > 0) showBalance({ credits, seq }, t);
  }, [seq]);
  const { selectedId, people, isReading, chat } = control.state;
  const prices = props.prices && withWayBack(props.prices, selectedId);
  const person = selectedId === null ? undefined : people.get(selectedId);
  const isCallSeen = selectedId !== null && calledId(control.state, control.calls.isLeaving) === selectedId;
  const isRunning = person !== undefined && chat?.partnerId === selectedId;
  return (
    <div class={classNames("chat", person && isReading && "chat--open", isRunning && "chat--running")}>
      <aside class="chat__side" aria-label={t("chat:people")}>
        <CallBar control={control} class="call__back--lists" />
        <OwnCard control={control} checkHref={checkHref} onName={askForName} />
        <Lists control={control} prices={prices} />
      </aside>
      <section class={isCallSeen ? "chat__main chat__main--call" : "chat__main"} aria-labelledby="chat-partner">
        {person
          ? (
            <>
              <PartnerBar control={control} person={person} prices={prices} />
              <div class="chat__state">
                {!isCallSeen && <CallBar control={control} />}
                <Asking control={control} person={person} />
                <MeterBar control={control} prices={prices} />
              </div>
              <CallPlace control={control} isMan={prices !== null} />
              <Messages key={person.id} control={control} person={person} />
              <Say control={control} partnerId={person.id} prices={prices} />
            </>
          )
          : <Idle control={control} prices={prices} />}
      </section>
      {/* Not among the lists: a chat that opens hides them on a phone, and a hidden dialog would block the page. */}
      {naming && (
        <naming.NameDialog
          name={control.state.me.name}
          lengthMax={nameLengthMax}
          rename={(name) => rename(control, name)}
          onClose={() => setNaming(null)}
        />
      )}
      <Invitation control={control} prices={prices} />
      <Flashes control={control} prices={prices} contactEmail={contactEmail} />
    </div>
  );
}

/** Shown before a person is selected. */
function Idle({ control, prices }: { control: Control; prices: ChatPrices | null }) {
  const { t } = usePage();
  const isNobodyThere = control.state.online?.length === 0 && control.state.recent?.length === 0;
  return (
    <div class="chat__idle">
      <h2 id="chat-partner">{t(isNobodyThere ? "chat:none.online" : "chat:choose")}</h2>
      <p class="soft">{t(prices ? "chat:idle.man" : "chat:idle.lady")}</p>
      {control.state.tab !== "online" && <ToOnline control={control} />}
      {prices && <MinutePrices prices={prices} />}
    </div>
  );
}
