/** The network between one phone and a table in this process. */
import type { Answer, CartTransport, ServerCall } from '#sync/ports/transport.ts';

/** The faults that the network applies to the next requests of a phone. */
export interface Connection {
  offline: boolean;
  /** The server executes each request, and its answer is lost. */
  loseAnswers: boolean;
  requests: { kind: ServerCall['call']; ids: string[] }[];
  /** Requests of this kind are refused as a whole. */
  refuse?: { readonly kind: ServerCall['call']; readonly code: number; readonly msg: string };
}

export const createConnection = (): Connection => ({ offline: false, loseAnswers: false, requests: [] });

/** Creates a transport to a table that answers at once. */
export function createTransport(answer: (call: ServerCall) => Answer<unknown>): CartTransport {
  const ask = async (call: ServerCall) => answer(call) as Answer<never>;
  return {
    post: (detail, events, known) => ask({ call: 'post', detail, events, known }),
    clear: (event) => ask({ call: 'clear', event }),
    snapshot: (known) => ask({ call: 'snapshot', known }),
    place: (order) => ask({ call: 'place', order }),
    placement: (placementId) => ask({ call: 'placement', placementId }),
    openOrder: () => ask({ call: 'openOrder' }),
  };
}

/** Wraps a transport in a network with the connection's faults. */
export function wrapTransport(transport: CartTransport, connection: Connection): CartTransport {
  const send = async <T>(
    kind: ServerCall['call'],
    events: readonly { readonly id: string }[],
    work: () => Promise<Answer<T>>,
  ): Promise<Answer<T>> => {
    await Promise.resolve();
    connection.requests.push({ kind, ids: events.map(({ id }) => id) });
    if (connection.offline) return { ok: false, failure: { kind: 'retry', reason: 'offline' } };
    const { refuse } = connection;
    if (refuse?.kind === kind) return { ok: false, failure: { ...refuse, kind: 'refused' } };
    const answer = await work();
    return connection.loseAnswers ? { ok: false, failure: { kind: 'retry', reason: 'answer lost' } } : answer;
  };
  return {
    post: (detail, events, known) => send('post', events, () => transport.post(detail, events, known)),
    clear: (event) => send('clear', event ? [event] : [], () => transport.clear(event)),
    snapshot: (known) => send('snapshot', [], () => transport.snapshot(known)),
    place: (order) => send('place', [], () => transport.place(order)),
    placement: (placementId) => send('placement', [], () => transport.placement(placementId)),
    openOrder: () => send('openOrder', [], () => transport.openOrder()),
  };
}
