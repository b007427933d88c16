import type { SnapshotAnswer, SnapshotCartAnswer } from '../ports/transport.ts';

/** Whether the answer comes from a snapshot server. It may be any value, because it is not validated yet. */
export function isSnapshotAnswer(answer: unknown): answer is SnapshotAnswer | SnapshotCartAnswer {
  return (answer as { plain?: unknown } | null | undefined)?.plain === true;
}
