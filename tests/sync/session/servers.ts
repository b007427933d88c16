/** The tables that a stepped phone talks to. */
import type { OrderItem } from '#contract/order-fields.ts';
import { codes } from '#contract/codes.ts';
import { EventTable } from '#testing/event-table.ts';
import type { Answer, ServerCall } from '#sync/ports/transport.ts';
import { PlainTable } from './plain-table.ts';

export type HonestServer = EventTable | BareTable;

export function honestServer(isPlain: boolean, now: () => number): HonestServer {
  return isPlain ? new BareTable(now) : new EventTable(now);
}

/** A server of the contract alone. */
export class BareTable {
  readonly sessionId = '';
  readonly isPlain = true;
  private readonly table: PlainTable;

  constructor(now: () => number) {
    this.table = new PlainTable(now);
  }

  get carts() {
    return this.table.snapshot().carts;
  }

  answer(userId: string, call: ServerCall): Answer<unknown> {
    switch (call.call) {
      case 'post':
        return ok(this.table.post(userId, call.detail));
      case 'clear':
        return ok(this.table.clear());
      case 'snapshot':
        return ok(this.table.snapshot());
      case 'openOrder':
        return ok(this.table.order);
      case 'place':
        return this.table.place(call.order.detail);
      case 'placement':
        return refusal(codes.notFound);
      default:
        return call satisfies never;
    }
  }

  addOne(userId: string, productId: string): void {
    const line = { id: '0', productId, categoryId: 'c1', quantity: 1, notes: '', orderItemModifiers: [] };
    this.table.post(userId, { orderItems: [...this.table.linesOf(userId), line] });
  }

  /** Somebody else's lines become these, and nobody is told. */
  othersLines(orderItems: readonly OrderItem[]): void {
    this.table.post('u2', { orderItems: [...orderItems] });
  }
}

/** By diner, `2×p1 no ice`, sorted. */
export function shownOf(
  carts: readonly {
    readonly userId: string;
    readonly lines: readonly { item: { productId: string; notes: string }; quantity: number }[];
  }[],
): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    carts
      .filter(({ lines }) => lines.length > 0)
      .map(({ userId, lines }) => [
        userId,
        lines.map(({ item, quantity }) => `${quantity}×${item.productId} ${item.notes}`).sort(),
      ]),
  );
}

function ok<T>(value: T): Answer<T> {
  return { ok: true, value };
}

function refusal(code: number): Answer<never> {
  return { ok: false, failure: { kind: 'refused', code, msg: '' } };
}
