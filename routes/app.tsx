/** The whole site as one Hono app: middleware in order, then calls, pages, and what is not found. */
import { Hono } from "hono";
import { mountCalls } from "./api/index.ts";
import { mountFiles } from "./files/files.ts";
import { guardMemberFiles, mountLetterFiles } from "./files/letter_files.ts";
import { mountLiveVideos } from "./files/live_videos.ts";
import { mountPhotoFiles } from "./files/photo_files.ts";
import { mountStoryFiles } from "./files/story_uploads.ts";
import { mountVideoFiles } from "./files/video_files.ts";
import { mountHooks } from "./hooks/index.ts";
import { mountPages } from "./http/define_page.ts";
import type { AppEnv, Dependencies } from "./http/env.ts";
import { mountChatSocket } from "./live/chat_socket.ts";
import { mountEvents } from "./live/events.ts";
import { accessLog, rememberRoute } from "./middleware/access_log.ts";
import { bodyBytesMaxOf, bodyLimit } from "./middleware/body_limit.ts";
import { countRequests } from "./middleware/count_requests.ts";
import { onError } from "./middleware/errors.tsx";
import { placeRequest, redirectRoot, variantOfHost } from "./middleware/locale.ts";
import { answerUnrouted, methodsOf, refuseOtherMethods, routerOfKnownMethods } from "./middleware/methods.ts";
import { readOnce } from "./middleware/read_once.ts";
import { refuseMalformed, requestFacts } from "./middleware/request_facts.ts";
import { originCheck, securityHeaders } from "./middleware/security.ts";
import { session } from "./middleware/session.ts";
import { signInTicket } from "./middleware/sign_in_ticket.tsx";
import { variables } from "./middleware/variables.ts";
import { visitedOf } from "./middleware/visited.ts";
import { mountMetrics } from "./operating/metrics.ts";
import { mountOperator } from "./operating/operator.ts";
import { mountWorker } from "./offline/worker.ts";
import { pagesOf } from "./pages/index.ts";

export function createApp(deps: Dependencies): Hono<AppEnv> {
  const app = new Hono<AppEnv>({
    router: routerOfKnownMethods(),
    // Routes are written once, without language prefix and trailing slash.
    getPath: (request) => {
      const visited = visitedOf(deps.config, request);
      // `refuseMalformed` refuses the request, whatever its path.
      if (visited === null) return "/";
      return placeRequest(variantOfHost(deps.config, visited.host), new URL(request.url).pathname).path;
    },
  });
  const methodsAt = methodsOf(app);
  app.onError(onError);
  guardMemberFiles(app);
  app.use(variables, rememberRoute, countRequests, requestFacts(deps), accessLog, securityHeaders, refuseMalformed);
  app.use(refuseOtherMethods(methodsAt));
  mountChatSocket(app);
  mountMetrics(app, deps);
  mountOperator(app, deps);
  mountFiles(app, deps);
  mountWorker(app, deps);
  app.use(bodyLimit(bodyBytesMaxOf));
  app.use(readOnce, session, originCheck, signInTicket, redirectRoot);
  mountLetterFiles(app);
  mountPhotoFiles(app);
  mountStoryFiles(app);
  mountVideoFiles(app);
  mountLiveVideos(app);
  mountEvents(app);
  mountHooks(app, deps);
  mountCalls(app);
  mountPages(app, pagesOf(deps));
  app.notFound((c) => answerUnrouted(c as never, methodsAt));
  return app;
}
