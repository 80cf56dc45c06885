/** The log of requests over a real connection: route, method, status, time and size; nothing of who asked or about whom. */
import type { LogRecord } from "@logtape/logtape";
import { expect } from "expect";
import { serveHttp } from "../../services/http/server.ts";
import { logged } from "../../services/testing/logged.ts";
import { until } from "../../tests/patience.ts";
import { withGuestCache } from "../cache/guest_cache.ts";
import { testApp } from "../testing/site.ts";
import { bareFailure, bareRefusal } from "./errors.tsx";
import { logAnswered } from "./access_log.ts";

const withLog = (work: (lines: readonly LogRecord[], origin: string, ladyId: number) => Promise<void>) =>
  logged(["vesna", "access"], async (lines) => {
    await using site = await testApp({ config: { hasAccessLog: true } });
    const olena = await site.addLady();
    const handle = withGuestCache(site.deps, (request, caller) => site.app.fetch(request, caller));
    const place = { port: 0, hostname: "127.0.0.1", onError: bareFailure, onNonsense: bareRefusal };
    const server = await serveHttp({ ...place, onAnswered: logAnswered }, handle);
    await work(lines, `http://127.0.0.1:${server.addr.port}`, olena.id);
    await server.shutdown();
  }, "info");

Deno.test("each request leaves one line with its route, a page from memory and what is not found among them", async () => {
  await withLog(async (lines, origin, ladyId) => {
    const asked: [string, string | null, number][] = [
      ["/en/search?countryId=804&access_note=secret", "/search", 200],
      ["/en/search?countryId=804&access_note=secret", "/search", 200],
      [`/api/users/${ladyId}/photos`, "/api/users/:id/photos", 200],
      ["/en/nothing/of/that/kind", null, 404],
      ["/healthz", "/healthz", 200],
    ];
    for (const [at, [path, route, status]] of asked.entries()) {
      const answer = await fetch(origin + path);
      const body = await answer.arrayBuffer();
      expect([path, answer.status]).toEqual([path, status]);
      await until(() => lines.length > at, `the line of ${path}`);
      const { method, path: logged, status: told, ms, bytes } = lines[at]!.properties;
      expect([method, logged, told]).toEqual(["GET", route, status]);
      expect(bytes).toBeGreaterThan(Math.min(body.byteLength, 300));
      expect(ms).toBeGreaterThanOrEqual(0);
    }
    expect(lines.length).toBe(asked.length);
    const said = JSON.stringify(lines);
    for (const word of ["secret", "127.0.0.1", String(ladyId), "countryId"]) {
      expect([word, said.includes(word)]).toEqual([word, false]);
    }
  });
});
