import type { Call } from '#contract/http/call.ts';
import { clearCart, getCart, updateCart } from '#contract/calls/cart.ts';
import { getPlacement, getTableActiveOrder, placeOrder } from '#contract/calls/order.ts';
import { codes } from '#contract/codes.ts';
import { timeouts } from '#contract/limits.ts';
import type { AnyEvent } from '#events/cart/registry.ts';
import { ApiError } from '#client/api/api-error.ts';
import { createApiTransport, type Request } from '#client/transport/api-transport.ts';
import type { CartTransport, TransportFailure } from '#sync/ports/transport.ts';
import { createAsk, type Caller, type RequestKind } from './network.ts';
import { readAgain } from '#testing/read-wire.ts';
import type { PlainServer } from '../servers/snapshot-server.ts';
import type { World } from '../world/world.ts';

const kinds = new Map<Call, RequestKind>([
  [updateCart, 'post'],
  [clearCart, 'clear'],
  [getCart, 'snapshot'],
  [placeOrder, 'place'],
  [getTableActiveOrder, 'openOrder'],
  [getPlacement, 'placement'],
]);

interface SentBody {
  readonly events?: readonly AnyEvent[];
  readonly placementId?: string;
}

/** The phone's real transport to a snapshot server, over the simulated network. */
export function createPlainTransport(world: World, server: PlainServer, caller: Caller): CartTransport {
  const { userId, random } = caller;
  const way = createAsk(world, caller);
  let placing = '';

  const request: Request = async (call, { query = {}, body, signal }) => {
    const kind = kinds.get(call)!;
    if (kind === 'placement') world.fail('O2', 'a server that knows no placement ids is asked about one');
    const { events = [], placementId } = (body ?? {}) as SentBody;
    if (kind === 'place') caller.places((placing = placementId ?? ''));
    const asked = { method: call.method, path: call.path, query: { ...query }, body: toWire(body) };
    const sent = server.setsOut(userId, kind, placing);
    const runRequest = () => {
      const isStale = kind === 'snapshot' && world.strikes('staleSnapshot', random);
      if (isStale) caller.gotStale();
      const answer = server.take(sent, asked, isStale);
      // The browser repeats a request whose connection ended before the answer.
      const isRepeated = kind === 'place' && world.strikes('repeatedByBrowser', random);
      return { ok: true as const, value: isRepeated ? server.take(sent, asked, false) : answer };
    };
    const limits = { timeoutMs: timeouts[call.timeout], signal };
    const answer = await way(kind, events, runRequest, limits);
    if (!answer.ok) throw toApiError(answer.failure);
    return readAgain(call, answer.value);
  };
  return createApiTransport('1001', request, () => ({
    browserId: `browser-${caller.device}`,
    memberId: userId,
  }));
}

function toWire(body: unknown): unknown {
  return body === undefined ? undefined : JSON.parse(JSON.stringify(body));
}

function toApiError(failure: TransportFailure): ApiError {
  switch (failure.kind) {
    case 'retry':
      return new ApiError({ kind: 'network', reason: 'unreachable' });
    case 'busy':
      return new ApiError({
        kind: 'refused',
        code: codes.tooManyRequests,
        msg: failure.reason,
        data: null,
        retryAfterMs: failure.afterMs,
      });
    case 'refused':
      return new ApiError({ ...failure, data: null });
    default:
      return failure satisfies never;
  }
}
