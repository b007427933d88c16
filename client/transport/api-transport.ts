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
import { screenOrderType } from '#contract/states.ts';
import { restoredSchema } from '#contract/calls/table.ts';
import { ApiError } from '#client/api/api-error.ts';
import { fetchOpenOrder } from '#client/api/open-order.ts';
import type { VersionVector } from '#events/log/version-vector.ts';
import { plainCarts, unreadLines } from '#sync/protocols/snapshot/cart-facts.ts';
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

/** Makes a call for one diner and answers its `data`. Rejects with an ApiError. */
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

/** The contract does not name the field of the order detail. Other servers find it in each usual place. */
export function repeatUnderUsualNames<Detail extends object>(orderDetail: Detail) {
  return { ...orderDetail, order: orderDetail, orderDetail };
}

/** Statuses by which a web framework refuses what a request says; 403 and 404 may also come from a proxy. */
const refusedStatuses: ReadonlySet<number> = new Set([400, 409, 410, 422]);

/** Letters of a version vector that go in a URL: servers and proxies take 8 kB of it, and each letter may become three. */
const longestInPath = 2_000;

/** Who asks, as the calls' bodies name them. */
interface AskingPhone {
  readonly browserId: string;
  readonly memberId: string | undefined;
}

/** The transport over the merchant's API, however `request` gets there. */
export function createApiTransport(merchantId: string, request: Request, phone: () => AskingPhone): CartTransport {
  const fetchCart = (known: VersionVector, signal?: AbortSignal) => {
    const { browserId } = phone();
    const text = JSON.stringify(known);
    const rest = signal && { signal };
    return text.length > longestInPath
      ? request(initializeCart, { body: { merchantId, browserId, known }, ...rest })
      : request(getCart, { query: { merchantId, browserId, known: text }, ...rest });
  };
  /**
   * True after an answer with events: the server is ours, and knows each body by its own form. False after one without.
   * undefined: no answer yet.
   */
  let isEventServer: boolean | undefined;
  /**
   * A change may be refused by the status alone: by a proxy because it is too large, by a snapshot server with a page of
   * its web framework. Read as unreadable, the change would be sent for ever and hold up all later ones.
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
    loadAllPages(first, async (known) => (await fetchCart(known, signal)).sync ?? { ...first, more: undefined });
  return {
    post: (orderDetail, events, known, signal) =>
      toAnswer(async (): Promise<ServerAnswer> => {
        const body = { ...(isEventServer ? { orderDetail } : repeatUnderUsualNames(orderDetail)), merchantId, events, known };
        const asked = request(updateCart, { body, ...(signal && { signal }) });
        const { sync, ...order } = await asked.catch(throwRefusal);
        return sync ? completeFirst(sync, signal) : toSnapshotAnswer(order);
      }),
    clear: (event, signal) =>
      toAnswer(async (): Promise<ServerAnswer> => {
        const events = event && { [headers.cartEvents]: base64url(JSON.stringify([event])) };
        const asked = request(clearCart, { headers: { ...events }, ...(signal && { signal }) });
        const data = await asked.catch(throwRefusal);
        return data?.sync ? completeFirst(data.sync, signal) : { plain: true, serverVersion: {} };
      }),
    snapshot: (known, signal) =>
      toAnswer(async (): Promise<CartAnswer> => {
        const { sync, ...told } = await fetchCart(known, signal);
        if (sync) return completeFirst(sync, signal);
        isEventServer = false;
        return toSnapshotCart(told);
      }),
    place: ({ detail, ...asked }) =>
      toAnswer(async () => {
        const type = detail.type ?? null;
        const extraInfo = JSON.stringify({
          webDineInOrderType: type === null ? null : screenOrderType(type),
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

/** What a server that knows nothing of events says to a change. */
export function toSnapshotAnswer(order: Stamped): SnapshotAnswer {
  return { plain: true, serverVersion: versionOf(order) };
}

/** What such a server says when it is asked for the cart. */
export function toSnapshotCart(told: CartDetails): SnapshotCartAnswer {
  const { userCarts, guests, type: orderType } = told;
  const carts = { carts: plainCarts(userCarts), unread: unreadLines(userCarts) };
  return { ...toSnapshotAnswer(told), ...carts, guests, orderType };
}

interface Stamped {
  readonly cartRowVersion?: string | number | null | undefined;
  readonly updateAt?: number | null | undefined;
}

/** P5: an answer that says no time is read as the time 0: sent back it would name a version that never was. */
function versionOf({ cartRowVersion, updateAt }: Stamped): ServerVersion {
  return { ...(cartRowVersion != null && { cartRowVersion }), ...(updateAt && { updateAt }) };
}

async function toAnswer<T>(ask: () => Promise<T>): Promise<Answer<T>> {
  try {
    return { ok: true, value: await ask() };
  } catch (error) {
    return { ok: false, failure: toFailure(error) };
  }
}

/** Throws again what is no ApiError. */
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

/** S2 */
function readRestoredFrom(data: unknown): { restoredFrom?: string } {
  const { restoredFrom } = z.safeParse(restoredSchema, data).data ?? {};
  return restoredFrom === undefined ? {} : { restoredFrom };
}

function base64url(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
