/** Notes what phones do and receive, so that a long wait can be explained. */
import type { CartTransport } from '#sync/ports/transport.ts';

interface Entry {
  readonly at: number;
  readonly userId: string;
  readonly text: string;
}

/** Older entries are dropped, ms. It is longer than any wait. */
const keptMs = 120_000;

export type Timeline = ReturnType<typeof createTimeline>;

export function createTimeline() {
  let entries: Entry[] = [];
  let cleanedAt = 0;

  const add = (userId: string, text: string): void => {
    const at = performance.now();
    if (at - cleanedAt > keptMs) {
      entries = entries.filter((entry) => at - entry.at < keptMs);
      cleanedAt = at;
    }
    entries.push({ at, userId, text });
  };

  /** Notes begin and end of a call. */
  const watchCall = async <A extends { readonly ok: boolean }>(
    userId: string,
    name: string,
    call: () => Promise<A>,
  ) => {
    const start = performance.now();
    add(userId, `sends ${name}`);
    const answer = await call();
    const failure = 'failure' in answer ? ` failed: ${JSON.stringify(answer.failure)}` : ' answered';
    add(userId, `${name}${failure} after ${Math.round(performance.now() - start)} ms`);
    return answer;
  };

  return {
    add,
    watchTransport: (userId: string, transport: CartTransport): CartTransport => ({
      ...transport,
      post: (detail, events, known, signal) =>
        watchCall(userId, `post of ${events.map(({ id }) => id).join(', ')}`, () =>
          transport.post(detail, events, known, signal),
        ),
      snapshot: (known, signal) => watchCall(userId, 'question', () => transport.snapshot(known, signal)),
      place: (order) => watchCall(userId, 'order', () => transport.place(order)),
    }),
    /** Lists what happened to these phones in this time, each with its ms since `from`. */
    list: (userIds: readonly string[], from: number, to: number): readonly string[] =>
      entries
        .filter(({ at, userId }) => at >= from && at <= to && userIds.includes(userId))
        .map(({ at, userId, text }) => `${String(Math.round(at - from)).padStart(6)} ms  ${userId}: ${text}`),
  };
}
