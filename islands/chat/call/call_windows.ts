/**
 * The windows of one browser: a call is in one of them. Calls `taken` with the id of its chat when another one takes a
 * call; what is posted to the answered channel takes a call from the others.
 */
export function hearOtherWindows(taken: (news: MessageEvent<string>) => void): BroadcastChannel {
  const channel = new BroadcastChannel("call");
  channel.onmessage = taken;
  return channel;
}
