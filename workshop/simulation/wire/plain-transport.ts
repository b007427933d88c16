import type { Answer, CartTransport } from '#sync/ports/transport.ts';
import { codes } from '#contract/codes.ts';
import { timeouts } from '#contract/limits.ts';
import { wayOf, type Caller } from './network.ts';
import type { PlainServer } from '../servers/plain-server.ts';
import type { World } from '../world/world.ts';

/** The transport of one tab to a server that knows nothing of events: the contract's calls, and nothing beside. */
export function plainTransportOf(world: World, server: PlainServer, caller: Caller): CartTransport {
  const { userId, random } = caller;
  const ask = wayOf(world, caller);
  let placing = '';

  const ok = <T>(value: T): Answer<T> => ({ ok: true, value });
  return {
    post: (detail, events, _known, signal) => {
      const turn = server.setsOut(userId);
      return ask('post', events, () => ok(server.post(userId, turn, detail)), { signal });
    },
    clear: (_event, signal) => {
      const turn = server.setsOut(userId);
      return ask('clear', [], () => ok(server.clear(userId, turn)), { signal });
    },
    snapshot: (_known, signal) =>
      ask(
        'snapshot',
        [],
        () => {
          const isStale = world.strikes('staleSnapshot', random);
          if (isStale) caller.gotStale();
          return ok(server.snapshot(isStale));
        },
        { signal },
      ),
    place: ({ detail, placementId }) => {
      placing = placementId;
      caller.places(placementId);
      const work = () => {
        const answer = server.place(placementId, detail);
        // The browser repeats a request whose connection ended before the answer.
        return world.strikes('repeatedByBrowser', random) ? server.place(placementId, detail) : answer;
      };
      return ask('place', [], work, { timeoutMs: timeouts.commit });
    },
    placement: () => {
      world.fail('O2', 'a server that knows no placement ids is asked about one');
      return ask('placement', [], () => ({
        ok: false,
        failure: { kind: 'refused', code: codes.notFound, msg: '' },
      }));
    },
    openOrder: () => ask('openOrder', [], () => ok(server.openOrder(placing))),
  };
}
