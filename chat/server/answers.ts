/** What each event of a client leads to; the work is done by the part that it belongs to. */
import type { Answers } from "./answers/answer.ts";
import { callAnswers } from "./answers/calls.ts";
import { latencyAnswers } from "./answers/latency.ts";
import { messageAnswers } from "./answers/messages.ts";
import { minuteAnswers } from "./answers/minutes.ts";
import { peopleAnswers } from "./answers/people.ts";
import { requestAnswers } from "./answers/requests.ts";
import type { ChatContext } from "./context.ts";

/** The parts that the answers use. */
type Collaborators =
  & Parameters<typeof peopleAnswers>[1]
  & Parameters<typeof requestAnswers>[1]
  & Parameters<typeof minuteAnswers>[1]
  & Parameters<typeof messageAnswers>[1]
  & Parameters<typeof callAnswers>[1];

/** An event without an answer does not compile. */
export const answersOf = (context: ChatContext, collaborators: Collaborators): Answers => ({
  ...peopleAnswers(context, collaborators),
  ...requestAnswers(context, collaborators),
  ...minuteAnswers(context, collaborators),
  ...messageAnswers(context, collaborators),
  ...callAnswers(context, collaborators),
  ...latencyAnswers,
});
