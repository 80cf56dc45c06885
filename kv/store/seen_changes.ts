/** For two people who edit one record: what one has changed since the other saw it is not overwritten unseen. */

interface Changeable {
  /** Ms since the epoch; absent if the record was last changed before this was noted. */
  changedAt?: number;
}

/** When a record was changed last; 0 if that was not noted. */
export const lastChangeOf = (record: Changeable | null): number => record?.changedAt ?? 0;

/** Whether a record is still as somebody saw it; true without `seenChangedAt`. */
export const isAsSeen = (record: Changeable | null, seenChangedAt: number | undefined): boolean =>
  seenChangedAt === undefined || seenChangedAt === lastChangeOf(record);

/** The `changedAt` of a change that happens now: later than the last one, even if the clock stands still. */
export const nextChangeOf = (record: Changeable | null, nowMs: number): number =>
  Math.max(nowMs, lastChangeOf(record) + 1);
