/** The record of a person's password. Each commit that begins a session checks its version, or creates it. */
export interface StoredPassword {
  hash: string;
  /**
   * When the person's sessions were ended last (ms), later each time; absent if never. A session keeps the time that it began
   * with: a smaller one tells that it is to end.
   */
  sessionsEndedAt?: number;
}
