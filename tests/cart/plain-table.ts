import type { Answer, CartTransport } from '#sync/ports/transport.ts';
import { PlainTable as Table } from '#tests/plain-server/plain-table.ts';
import type { Connection } from './aware-server.ts';

/** A table on a server that knows nothing of events, behind a network. */
export class PlainTable extends Table {
  transportFor(connection: Connection, userId: string): CartTransport {
    const through = async <T>(kind: string, ids: string[], work: () => Answer<T>): Promise<Answer<T>> => {
      await Promise.resolve();
      connection.requests.push({ kind, ids });
      if (connection.offline) return { ok: false, failure: { kind: 'retry', reason: 'offline' } };
      const answer = work();
      const isLost = connection.loseAnswers === true || connection.loseAnswers === kind;
      return isLost ? { ok: false, failure: { kind: 'retry', reason: 'answer lost' } } : answer;
    };
    const ok = <T>(value: T): Answer<T> => ({ ok: true, value });
    return {
      post: (detail, events) =>
        through(
          'post',
          events.map(({ id }) => id),
          () => ok(this.post(userId, detail)),
        ),
      clear: () => through('clear', [], () => ok(this.clear())),
      snapshot: () => through('snapshot', [], () => ok(this.snapshot())),
      place: ({ detail }) => through('place', [], () => this.place(detail)),
      placement: async () => ({ ok: false, failure: { kind: 'refused', code: 404, msg: 'no such call' } }),
      openOrder: () => through('openOrder', [], () => ok(this.order)),
    };
  }
}
