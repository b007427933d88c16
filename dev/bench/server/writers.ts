/** Diners without phones. Each uses one connection of autocannon, and sends one change of a cart after the other. */
import type autocannon from 'autocannon';
import { updateCart } from '#contract/calls/cart.ts';
import { createItemAdded } from '#events/cart/item-added.ts';
import { createItemDecreased } from '#events/cart/item-decreased.ts';
import type { Item } from '#events/item.ts';
import type { VersionVector } from '#events/log/version-vector.ts';
import { getIdentity } from '#testing/phones/api-request.ts';
import type { Seat } from '#testing/restaurant.ts';
import { createPhone } from '#tests/server-cart/given.ts';
import { emptyDetail } from '#testing/phones/table-phone.ts';

export interface Writer {
  readonly request: autocannon.Request;
  /** Changes that the server has answered as stored. */
  readonly stored: () => number;
}

interface Answer {
  readonly success: boolean;
  readonly data?: {
    readonly sync?: {
      readonly accepted?: { readonly ids: readonly string[] };
      readonly known: VersionVector;
    };
  };
}

/** Adds one dish and removes it, again and again. @param path the cart's call, or another one with the same body */
export function createWriter(seat: Seat, item: Item, path: string): Writer {
  const author = createPhone(`writer-${seat.tableId}`, seat.userId);
  let known: VersionVector = {};
  let [sent, stored, lineId, id] = [0, 0, '', ''];
  const createNextBody = (): string => {
    const fields = author.createFields(known, Date.now());
    sent += 1;
    id = fields.id;
    if (sent % 2 === 1) lineId = id;
    const content = { lineId, item, quantity: 1 };
    const event = sent % 2 === 1 ? createItemAdded(fields, content) : createItemDecreased(fields, content);
    known = { ...known, ...event.seen };
    return JSON.stringify({ merchantId: seat.merchantId, orderDetail: emptyDetail, events: [event], known });
  };
  return {
    stored: () => stored,
    request: {
      method: 'POST',
      path,
      headers: { ...getIdentity(seat), 'Content-Type': 'application/json' },
      setupRequest: (request) => ({ ...request, body: createNextBody() }),
      onResponse(status, body) {
        const { success, data } = JSON.parse(body) as Answer;
        const isStored = path !== updateCart.path || data?.sync?.accepted?.ids[0] === id;
        if (!success || !isStored) throw new Error(`a change was refused (${status}): ${body.slice(0, 300)}`);
        known = data?.sync?.known ?? known;
        stored += 1;
      },
    },
  };
}
