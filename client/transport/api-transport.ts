import * as z from 'zod/mini';
import type { Call } from '#contract/http/call.ts';
import {
  clearCart,
  getCart,
  initializeCart,
  updateCart,
  type CartDetails,
  type Sync,
} from '#contract/calls/cart.ts';
import { codes } from '#contract/codes.ts';
import { headers } from '#contract/http/headers.ts';
import { getPlacement, placeOrder } from '#contract/calls/order.ts';
import { toScreenOrderType } from '#contract/states.ts';
import { restoredSchema } from '#contract/calls/table.ts';
import { ApiError } from '#client/api/api-error.ts';
import { fetchOpenOrder } from '#client/api/open-order.ts';
import type { VersionVector } from '#events/log/version-vector.ts';
import type { SnapshotParts } from '#sync/protocols/registry.ts';
import type {
  Answer,
  CartAnswer,
  CartTransport,
  SnapshotAnswer,
  SnapshotCartAnswer,
  ServerAnswer,
  ServerVersion,
  TransportFailure,
} from '#sync/ports/transport.ts';
import { loadAllPages } from '#sync/wire/whole-answer.ts';
import { callWithSnapshotParts } from './load-snapshot-parts.ts';

/** Makes a call for one diner and returns its `data`. Rejects with an ApiError. */
export type Request = <Params, Query, Body, Data>(
  call: Call<Params, Query, Body, Data>,
  options: {
    readonly params?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, string>>;
    readonly body?: unknown;
    readonly headers?: Readonly<Record<string, string>>;
    readonly signal?: AbortSignal;
  },
) => Promise<Data>;

/** Puts the order detail under each usual name, because the contract does not name the field. */
export function repeatUnderUsualNames<Detail extends object>(orderDetail: Detail) {
  return { ...orderDetail, order: orderDetail, orderDetail };
}

/** Statuses by which a web framework refuses what a request says; 403 and 404 may also come from a proxy. */
const refusedStatuses: ReadonlySet<number> = new Set([400, 409, 410, 422]);

/** Longest version vector in a URL. Servers and proxies accept 8 kB, and encoding may triple the length. */
const longestInPath = 2_000;

/** The sender, as calls name it in their bodies. */
interface AskingPhone {
  readonly browserId: string;
  readonly memberId: string | undefined;
}

/** Creates the transport over the merchant's API. `request` makes the calls, so tests and tools bring their own. */
export function createApiTransport(
  merchantId: string,
  request: Request,
  phone: () => AskingPhone,
): CartTransport {
  const fetchCart = (known: VersionVector, signal?: AbortSignal) => {
    const { browserId } = phone();
    const text = JSON.stringify(known);
    const rest = signal && { signal };
    return text.length > longestInPath
      ? request(initializeCart, { body: { merchantId, browserId, known }, ...rest })
      : request(getCart, { query: { merchantId, browserId, known: text }, ...rest });
  };
  /** True after an answer with events, false after one without. undefined before the first answer. */
  let isEventServer: boolean | undefined;
  /**
   * Turns an answer without an envelope into a refusal if its status says so. A proxy answers like that to a body that is
   * too large, and a snapshot server with a page of its web framework. Otherwise the phone would send the change for ever,
   * and all later changes would wait behind it.
   */
  const throwRefusal = (error: unknown): never => {
    const { failure } = error instanceof ApiError ? error : {};
    const { status = 0 } = failure?.kind === 'malformed' ? failure : {};
    const isRefused = status === codes.tooLarge || (isEventServer === false && refusedStatuses.has(status));
    throw isRefused ? new ApiError({ kind: 'refused', code: status, msg: '', data: null }) : error;
  };
  const completeFirst = (first: Sync, signal?: AbortSignal) => {
    isEventServer = true;
    return complete(first, signal);
  };
  const complete = (first: Sync, signal?: AbortSignal) =>
    loadAllPages(
      first,
      async (known) => (await fetchCart(known, signal)).sync ?? { ...first, more: undefined },
    );
  return {
    post: (orderDetail, events, known, signal) =>
      toAnswer(async (): Promise<ServerAnswer> => {
        const body = {
          ...(isEventServer ? { orderDetail } : repeatUnderUsualNames(orderDetail)),
          merchantId,
          events,
          known,
        };
        const asked = request(updateCart, { body, ...(signal && { signal }) });
        const { sync, ...order } = await asked.catch(throwRefusal);
        if (sync) return completeFirst(sync, signal);
        return callWithSnapshotParts(() => toSnapshotAnswer(order));
      }),
    clear: (event, signal) =>
      toAnswer(async (): Promise<ServerAnswer> => {
        const events = event && { [headers.cartEvents]: base64url(JSON.stringify([event])) };
        const asked = request(clearCart, { headers: { ...events }, ...(signal && { signal }) });
        const data = await asked.catch(throwRefusal);
        if (data?.sync) return completeFirst(data.sync, signal);
        return callWithSnapshotParts(() => toSnapshotAnswer({}));
      }),
    snapshot: (known, signal) =>
      toAnswer(async (): Promise<CartAnswer> => {
        const { sync, ...details } = await fetchCart(known, signal);
        if (sync) return completeFirst(sync, signal);
        isEventServer = false;
        return callWithSnapshotParts((parts) => toSnapshotCart(parts, details));
      }),
    place: ({ detail, ...asked }) =>
      toAnswer(async () => {
        const type = detail.type ?? null;
        const extraInfo = JSON.stringify({
          webDineInOrderType: type === null ? null : toScreenOrderType(type),
        });
        const { memberId } = phone();
        const order = { ...detail, ...asked, memberId, extraInfo };
        const body = isEventServer ? order : { ...order, order };
        const { order: placed, sync } = await request(placeOrder, { body });
        return { order: placed, sync: sync && (await completeFirst(sync)) };
      }),
    openOrder: () => toAnswer(() => fetchOpenOrder((call) => request(call, {}))),
    placement: (placementId) => toAnswer(() => request(getPlacement, { params: { placementId } })),
  };
}

/** Maps a snapshot server's answer to a change. */
export function toSnapshotAnswer(order: Stamped): SnapshotAnswer {
  return { plain: true, serverVersion: readVersion(order) };
}

/** Maps a snapshot server's cart. */
export function toSnapshotCart(
  { toPlainCarts, findUnreadLines }: SnapshotParts,
  details: CartDetails,
): SnapshotCartAnswer {
  const { userCarts, guests, type: orderType } = details;
  const carts = { carts: toPlainCarts(userCarts), unread: findUnreadLines(userCarts) };
  return { ...toSnapshotAnswer(details), ...carts, guests, orderType };
}

interface Stamped {
  readonly cartRowVersion?: string | number | null | undefined;
  readonly updateAt?: number | null | undefined;
}

/** Leaves out `updateAt: 0`, which stands for a missing time. If it were sent back, it would name no version. */
function readVersion({ cartRowVersion, updateAt }: Stamped): ServerVersion {
  return { ...(cartRowVersion != null && { cartRowVersion }), ...(updateAt && { updateAt }) };
}

async function toAnswer<T>(ask: () => Promise<T>): Promise<Answer<T>> {
  try {
    return { ok: true, value: await ask() };
  } catch (error) {
    return { ok: false, failure: toFailure(error) };
  }
}

/** Maps an ApiError to a failure of the transport. Throws any other error again. */
export function toFailure(error: unknown): TransportFailure {
  if (!(error instanceof ApiError)) throw error;
  const { failure } = error;
  if (failure.kind === 'refused' && failure.code === codes.tooManyRequests)
    return { kind: 'busy', reason: error.message, afterMs: failure.retryAfterMs };
  if (failure.kind === 'refused' && !error.isWorthAnotherTry) {
    const { code, msg, data } = failure;
    return { kind: 'refused', code, msg, ...readRestoredFrom(data) };
  }
  const came = { network: undefined, malformed: 'unreadable', refused: 'failing' } as const;
  return { kind: 'retry', reason: error.message, came: came[failure.kind] };
}

/** Reads the session from which a restored table continues, if the refusal names one. */
function readRestoredFrom(data: unknown): { restoredFrom?: string } {
  const { restoredFrom } = z.safeParse(restoredSchema, data).data ?? {};
  return restoredFrom === undefined ? {} : { restoredFrom };
}

function base64url(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
