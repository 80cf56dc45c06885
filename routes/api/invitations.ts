/** The call by which a person declines an invitation on a page without the chat. */
import * as z from "zod";
import { idField } from "../http/fields.ts";
import { openChat } from "../live/chat_socket.ts";
import { defineCall } from "./describing/call.ts";

export const invitationCalls = [
  defineCall({
    method: "delete",
    path: "/invitations/:id",
    summary: "Decline the chat or call that the user with this id asks for; accepting belongs to the chat's socket",
    access: "correspondents",
    refuses: ["request_over"],
    params: z.object({ id: idField }),
    handle: async (c, { params, user }) => await (await openChat(c.var.deps)).decline(user.id, params.id),
  }),
];
