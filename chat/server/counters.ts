/** What the chat counts of itself, for whoever measures it. */

export class Counters {
  /** Open connections, and chats that this instance holds, now. */
  connections = 0;
  chatsOpen = 0;
  /** Since the start. */
  connectionsTotal = 0;
  connectionsRefused = 0;
  messages = 0;
  chatsStarted = 0;
  chatsEnded = 0;
  minutesCharged = 0;
  minutesRefunded = 0;
  framesReceived = 0;
  framesRejected = 0;
  slowReaders = 0;
}
