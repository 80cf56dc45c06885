/** Looks for the ways that a call from here could take. Asks only the servers of this site, and sends nothing else. */
import type { Found } from "./state.ts";

const withinMs = 8000;

/** Gathers addresses until there are no more; a relay ends the looking. */
export async function findRoutes(iceServers: RTCIceServer[], signal: AbortSignal): Promise<Found> {
  const found = { types: new Set<string>(), codes: new Set<number>() };
  const connection = new RTCPeerConnection({ iceServers });
  try {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, withinMs);
      const done = () => {
        clearTimeout(timer);
        resolve();
      };
      signal.addEventListener("abort", done);
      connection.onicecandidate = ({ candidate }) => {
        if (!candidate) return done();
        if (candidate.type) found.types.add(candidate.type);
        if (candidate.type === "relay") done();
      };
      connection.onicecandidateerror = ({ errorCode }) => void found.codes.add(errorCode);
      connection.createDataChannel("check");
      connection.setLocalDescription().catch(reject);
    });
    return found;
  } finally {
    connection.close();
  }
}
