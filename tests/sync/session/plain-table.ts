/** One table of a plain server without a network: what is made of its answers reaches the phone's engine. */
import { codes } from '#contract/codes.ts';
import type { Order, OrderDetail, OrderItem, PlacedItem } from '#contract/order-fields.ts';
import { plainCarts } from '#sync/dialect/plain-facts.ts';
import type { Answer, PlainAnswer, PlainCart } from '#sync/ports/transport.ts';
import { TableCart, type Line } from './table-cart.ts';

export class PlainTable {
  readonly cart: TableCart;
  readonly soldOut = new Set<string>();
  /** The open one; the next round joins it (D18). */
  order: Order | null = null;

  constructor(readonly now: () => number) {
    this.cart = new TableCart(now);
  }

  post(userId: string, detail: OrderDetail): PlainAnswer {
    this.cart.update(userId, detail);
    return this.plain();
  }

  /** The contract gives this call no answer to speak of. */
  clear(): PlainAnswer {
    this.cart.clear();
    return { plain: true, serverVersion: {} };
  }

  snapshot(): PlainCart {
    const { guests, type: orderType } = this.cart;
    const users = [...new Set(this.cart.lines.map(({ userId }) => userId))];
    const carts = plainCarts(
      users.map((userId) => ({
        userId,
        orderItems: this.linesOf(userId).filter(({ productId }) => !this.soldOut.has(productId)),
        invalidOrderItems: this.linesOf(userId).filter(({ productId }) => this.soldOut.has(productId)),
      })),
    );
    return { plain: true, serverVersion: { cartRowVersion: this.cart.rowVersion }, carts, guests, orderType };
  }

  /** A diner's lines as the server lists them. */
  linesOf(userId: string): OrderItem[] {
    return this.cart.linesOf(userId).map(orderItem);
  }

  /** Codes 2025, 66666 and, for nothing at all, 400. */
  place({ orderItems }: OrderDetail): Answer<{ order: Order; sync: undefined }> {
    if (orderItems.length === 0) return refusal(codes.badRequest);
    if (orderItems.some(({ productId }) => this.soldOut.has(productId))) return refusal(codes.soldOut);
    const taken = this.cart.take(orderItems);
    if (!taken) return refusal(codes.shoppingCartUpdated);
    const rowVersion = (this.order?.rowVersion ?? 0) + 1;
    const placed = taken.map((line): PlacedItem => ({
      ...orderItem(line),
      userId: line.userId,
      userName: '',
      round: rowVersion,
    }));
    const before = this.order?.orderItems ?? [];
    const order = { id: 'o1', rowVersion, updateAt: this.now(), orderItems: [...before, ...placed] };
    // Of an order nothing else is read by the engine.
    this.order = order as unknown as Order;
    return { ok: true, value: { order: this.order, sync: undefined } };
  }

  private plain(): PlainAnswer {
    return { plain: true, serverVersion: { cartRowVersion: this.cart.rowVersion } };
  }
}

function orderItem({ userId: _userId, ...line }: Line): OrderItem {
  return { ...line, notes: line.notes ?? '', orderItemModifiers: line.orderItemModifiers ?? [] };
}

function refusal(code: number): Answer<never> {
  return { ok: false, failure: { kind: 'refused', code, msg: '' } };
}
