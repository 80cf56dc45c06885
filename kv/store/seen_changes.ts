/** Two people at one record: what one has changed since the other saw it is not overwritten unseen. */

interface Changeable {
  /** Ms since the epoch; absent where it was last kept before changes were noted. */
  changedAt?: number;
}

/** When a record was changed last; 0 where that was not noted. */
export const lastChangeOf = (record: Changeable | null): number => record?.changedAt ?? 0;

/** Whether a record is still as somebody saw it; who does not say what he saw asks for no comparison. */
export const isAsSeen = (record: Changeable | null, seenChangedAt: number | undefined): boolean =>
  seenChangedAt === undefined || seenChangedAt === lastChangeOf(record);

/** The moment of a change now. A clock that stands still tells two changes apart all the same. */
export const nextChangeOf = (record: Changeable | null, nowMs: number): number =>
  Math.max(nowMs, lastChangeOf(record) + 1);
