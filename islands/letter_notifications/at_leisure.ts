/** What a member's page does once it is ready; loaded only then. */
import { registerWorker } from "../offline/register.ts";
import { type Watched, watchPerson } from "./other_person.ts";
import { tellZone } from "./tell_zone.ts";

/** `zone` is the time zone that the account knows (tell_zone.ts). */
export function beAtLeisure(zone: string | null | undefined, watched: Watched): void {
  watchPerson(watched);
  tellZone(zone);
  registerWorker();
}
