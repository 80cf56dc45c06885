/** Kills a process of a test with signal 9; if it has just ended by itself, that is no fault. */
export function kill(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGKILL");
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}
