import type { ServerAnswer, SnapshotAnswer, SnapshotCartAnswer } from '../ports/transport.ts';

/** Whether the answer comes from a snapshot server. It may be any value: it is not validated yet. */
export function isSnapshotAnswer(answer: ServerAnswer): answer is SnapshotAnswer | SnapshotCartAnswer {
  return (answer as { plain?: unknown } | null | undefined)?.plain === true;
}
