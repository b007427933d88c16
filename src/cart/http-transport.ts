import { clearCart, getCart, updateCart } from '#contract/cart.ts';
import { headers } from '#contract/headers.ts';
import { getPlacement, placeOrder } from '#contract/order.ts';
import { ApiError } from '#src/api/api-error.ts';
import { request } from '#src/api/client.ts';
import { dinerState } from '#src/api/diner-state.ts';
import type { Answer, CartTransport } from './transport.ts';

/** The transport over the merchant's API. */
export function httpTransport(merchantId: string): CartTransport {
  return {
    post: (orderDetail, events, known) =>
      answer(async () => {
        const body = { merchantId, orderDetail, events, known };
        return (await request(updateCart, { body })).sync;
      }),
    clear: (event) =>
      answer(async () => {
        const text = base64url(JSON.stringify([event]));
        return (await request(clearCart, { headers: { [headers.cartEvents]: text } })).sync;
      }),
    snapshot: (known) =>
      answer(async () => {
        const { browserId } = dinerState.value;
        return (await request(getCart, { query: { merchantId, browserId, known: JSON.stringify(known) } }))
          .sync;
      }),
    place: ({ detail, placementId, seen, orderCode, userCouponIds }) =>
      answer(async () => {
        const extraInfo = JSON.stringify({ webDineInOrderType: detail.type ?? null });
        const memberId = dinerState.value.member?.id;
        const body = { ...detail, memberId, orderCode, userCouponIds, extraInfo, placementId, seen };
        const { order, sync } = await request(placeOrder, { body });
        return { order, sync };
      }),
    placement: (placementId) => answer(() => request(getPlacement, { params: { placementId } })),
  };
}

async function answer<T>(ask: () => Promise<T>): Promise<Answer<T>> {
  try {
    return { ok: true, value: await ask() };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { failure } = error;
    // A 5xx or 429 says nothing about the request itself: it is worth another try.
    if (failure.kind === 'refused' && failure.code !== 429 && !(failure.code >= 500 && failure.code < 600))
      return { ok: false, failure: { kind: 'refused', code: failure.code, msg: failure.msg } };
    return { ok: false, failure: { kind: 'retry', reason: error.message } };
  }
}

function base64url(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
