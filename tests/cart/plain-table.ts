import type { Order, OrderItem } from '#contract/order-fields.ts';
import { plainCart } from '#src/cart/plain-server.ts';
import type { Answer, CartTransport, PlainAnswer } from '#src/cart/transport.ts';
import type { Weather } from './aware-server.ts';

/** A table on a server that knows nothing of events: it stores each diner's lines as they come. */
export class PlainTable {
  version = 0;
  carts = new Map<string, OrderItem[]>();
  guests: number | null = null;
  orders: Order[] = [];
  private lastLineId = 0;

  constructor(readonly now: () => number) {}

  transportFor(weather: Weather, userId: string): CartTransport {
    const through = async <T>(kind: string, ids: string[], work: () => T): Promise<Answer<T>> => {
      await Promise.resolve();
      weather.requests.push({ kind, ids });
      if (weather.offline) return { ok: false, failure: { kind: 'retry', reason: 'offline' } };
      const value = work();
      return weather.loseAnswers
        ? { ok: false, failure: { kind: 'retry', reason: 'answer lost' } }
        : { ok: true, value };
    };
    const plain = (more: Partial<PlainAnswer> = {}): PlainAnswer => ({ plain: true, version: this.version, ...more });
    return {
      post: ({ orderItems, guests }, events) =>
        through('post', events.map(({ id }) => id), () => {
          this.version += 1;
          this.guests = guests ?? this.guests;
          this.carts.set(userId, orderItems.map((line) => (line.id === '0' ? this.named(line) : line)));
          return plain();
        }),
      clear: () =>
        through('clear', [], () => {
          this.version += 1;
          this.carts.clear();
          return plain({ version: undefined });
        }),
      snapshot: () =>
        through('snapshot', [], () => {
          const carts = [...this.carts].map(([user, lines]) => plainCart(user, lines));
          return plain({ carts, guests: this.guests, orderType: null });
        }),
      place: () =>
        through('place', [], () => {
          this.version += 1;
          this.carts.clear();
          const order = { id: `o${this.orders.length + 1}`, rowVersion: 1, updateAt: this.now() } as Order;
          this.orders.push(order);
          return { order, sync: undefined };
        }),
      placement: async () => ({ ok: false, failure: { kind: 'refused', code: 404, msg: 'no such call' } }),
      openOrder: () => through('openOrder', [], () => this.orders.at(-1) ?? null),
    };
  }

  private named(line: OrderItem): OrderItem {
    this.lastLineId += 1;
    return { ...line, id: String(this.lastLineId) };
  }
} // prettier-ignore
