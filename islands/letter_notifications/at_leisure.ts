/** What a member's page does once it is ready; loaded only then. */
import { registerWorker } from "../offline/register.ts";
import { tellUnanswered } from "../offline/unanswered.ts";
import { type Watched, watchPerson } from "./other_person.ts";
import { tellZone } from "./tell_zone.ts";

/** `zone` is the time zone that the account knows (tell_zone.ts); `unanswered` is told of a form without an answer. */
export function beAtLeisure(zone: string | null | undefined, watched: Watched, unanswered: string): void {
  watchPerson(watched);
  tellZone(zone);
  registerWorker();
  tellUnanswered(unanswered);
}
