/** The tables that a stepped phone talks to: what they answer is what an honest server of their kind answers. */
import type { Sync } from '#contract/calls/cart.ts';
import type { MessageType } from '#contract/messages.ts';
import type { Order, OrderItem } from '#contract/order-fields.ts';
import { codes } from '#contract/codes.ts';
import { cartCleared } from '#events/cart-cleared.ts';
import type { AnyEvent, CartEvent } from '#events/catalogue.ts';
import { clockStart, isAhead, mint, type Stamp } from '#events/clock.ts';
import type { EventFields } from '#events/event-fields.ts';
import { itemAdded } from '#events/item-added.ts';
import { itemDecreased } from '#events/item-decreased.ts';
import { orderPlaced } from '#events/order-placed.ts';
import { decide, decidedOf } from '#server/cart/rules/arbiter.ts';
import { rowOf, type Decided } from '#server/cart/log/decision-rows.ts';
import { emptyLog, extended } from '#server/cart/log/merged-log.ts';
import { mintOnServer, type ServerDraft } from '#server/cart/server-events.ts';
import { syncOf } from '#server/cart/log/snapshot.ts';
import { judgeOrder } from '#server/orders/placing/placement-rules.ts';
import { itemOf, newMenu } from '#testing/simulated-menu.ts';
import type { Answer, OrderRequest, PlacementOutcome, ServerCall } from '#sync/ports/transport.ts';
import { PlainTable } from './plain-table.ts';
import type { Dice } from './dice.ts';

/** What a peer's phone tells the group, as JSON. */
export interface Told {
  readonly messageType: MessageType | 'news';
  readonly data: Readonly<Record<string, unknown>>;
}

export interface HonestServer {
  readonly sessionId: string;
  readonly isPlain: boolean;
  /** The server's number of guests of the moment, dishes and quantities by diner: what a phone must come to show. */
  shown(): Readonly<Record<string, readonly string[]>>;
  answer(call: ServerCall): Answer<unknown>;
  /** Somebody else at the table does something. */
  peer(dice: Dice): Told;
  /** D16 */
  hint(): Told | undefined;
}

const menu = newMenu();
const other = 'u2';

/** The table server's own log, decisions and answers, in memory. */
export class AwareTable implements HonestServer {
  readonly sessionId = 's1';
  readonly isPlain = false;
  private log = emptyLog('s1');
  private readonly placements = new Map<string, PlacementOutcome>();
  private orders = 0;
  private seq = 0;
  private clock: Stamp = clockStart;
  /** The number in the replica id of the one peer. */
  private peers = 2;

  constructor(private readonly now: () => number) {}

  shown() {
    return shownOf(this.log.view.carts);
  }

  answer(call: ServerCall): Answer<unknown> {
    switch (call.call) {
      case 'post':
        return ok(this.take('u1', call.events, call.known));
      case 'clear': {
        if (call.event) return ok(this.take('u1', [call.event], {}));
        this.mint([{ userId: 'u1', build: (fields) => cartCleared(fields, { scope: 'table' }) }]);
        return ok(this.sync({}));
      }
      case 'snapshot':
        return ok(this.sync(call.known));
      case 'openOrder':
        return ok(null);
      case 'place':
        return this.place(call.order);
      case 'placement':
        return ok(this.placement(call.placementId));
      default:
        return call satisfies never;
    }
  }

  peer(dice: Dice): Told {
    const mine = this.log.view.carts.find(({ userId }) => userId === other)?.lines ?? [];
    const line = mine.length > 0 ? dice.oneOf(mine) : undefined;
    const event = this.minted((fields): CartEvent => {
      if (dice.below(8) === 0) return cartCleared(fields, { scope: 'table' });
      if (line && dice.below(3) === 0)
        return itemDecreased(fields, { lineId: line.lineId, item: line.item, quantity: 1 });
      return itemAdded(fields, { lineId: fields.id, item: itemOf(dice.below(4), 0, 0), quantity: 1 });
    });
    this.take(other, [event], {});
    const types = { itemAdded: 'addCartItem', itemDecreased: 'decreaseCartItem', cartCleared: 'clearCart' };
    const messageType = types[event.type as keyof typeof types] as MessageType;
    const { version, sessionId } = this.log;
    return { messageType, data: { userName: 'Mei', version, sessionId, events: [event] } };
  }

  hint(): Told {
    const { version, sessionId, known } = this.log;
    return { messageType: 'cartChanged', data: { version, sessionId, known } };
  }

  private minted(build: (fields: EventFields) => CartEvent): CartEvent {
    // T4: an honest phone tells the table nothing that the server rejected; it goes on under another id.
    if (isAhead(this.clock, this.now())) {
      this.clock = clockStart;
      this.peers += 1;
      this.seq = 0;
    }
    this.clock = mint(this.clock, this.now());
    this.seq += 1;
    return build({
      id: `p${this.peers}:${this.seq}`,
      at: this.clock,
      seen: this.log.known,
      userId: other,
      userName: 'Mei',
    });
  }

  private sync(known: Readonly<Record<string, number>>): Sync {
    return syncOf(this.log, { known, now: this.now() });
  }

  private take(userId: string, events: readonly AnyEvent[], known: Readonly<Record<string, number>>): Sync {
    const { knowledge, owners, open, merged } = this.log;
    const now = this.now();
    const request = { userId, events, now, replicaOwners: owners, open, merged };
    const decision = decide(knowledge, menu, request);
    this.keep(decidedOf(events, decision).map((each) => ({ ...each, userId })));
    return syncOf(this.log, { known, decision, now });
  }

  private mint(drafts: readonly ServerDraft[]): CartEvent[] {
    const minted = mintOnServer(this.log, drafts, this.now());
    this.keep(minted.map((event) => ({ event, userId: event.userId, code: null })));
    return minted;
  }

  private keep(decided: readonly Decided[]): void {
    const { version, sessionId } = this.log;
    this.log = extended(
      this.log,
      decided.map((each, index) => rowOf(sessionId, each, version + 1 + index)),
    );
  }

  private place(order: OrderRequest) {
    const { placementId, seen } = order;
    const outcome = this.placements.get(placementId) ?? this.judged(order);
    this.placements.set(placementId, outcome);
    if (!outcome.order) return refusal(outcome.code ?? codes.failure);
    return ok({ order: outcome.order, sync: this.sync(seen) });
  }

  private judged({ seen, detail: { orderItems }, without }: OrderRequest): PlacementOutcome {
    const verdict = judgeOrder(this.log.knowledge, this.log.known, menu, { seen, orderItems, without });
    if (!verdict.ok) return { outcome: 'refused', order: null, code: verdict.code, msg: '' };
    const build = (fields: EventFields) => orderPlaced(fields, { orderId: 'o1', kept: verdict.kept });
    this.mint([{ userId: 'u1', seen: verdict.cut, build }]);
    this.orders += 1;
    const order = { id: 'o1', rowVersion: this.orders } as Order;
    return { outcome: 'placed', order, code: null, msg: '' };
  }

  private placement(placementId: string): PlacementOutcome {
    const never = { outcome: 'refused', order: null, code: codes.shoppingCartUpdated, msg: '' } as const;
    const outcome = this.placements.get(placementId) ?? never;
    this.placements.set(placementId, outcome);
    return outcome;
  }
}

/** A server of the contract alone. */
export class BareTable implements HonestServer {
  readonly sessionId = '';
  readonly isPlain = true;
  private readonly table: PlainTable;

  constructor(now: () => number) {
    this.table = new PlainTable(now);
  }

  shown() {
    return shownOf(this.table.snapshot().carts ?? []);
  }

  answer(call: ServerCall): Answer<unknown> {
    switch (call.call) {
      case 'post':
        return ok(this.table.post('u1', call.detail));
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

  peer(dice: Dice): Told {
    const line = {
      id: '0',
      productId: `p${dice.below(4)}`,
      categoryId: 'c1',
      quantity: 1,
      notes: '',
      orderItemModifiers: [],
    };
    this.table.post(other, { orderItems: [...this.table.linesOf(other), line] });
    return { messageType: 'addCartItem', data: { userName: 'Mei', product: 'Soup', quantity: 1 } };
  }

  /** Somebody else's lines become these, and nobody is told. */
  othersLines(orderItems: readonly OrderItem[]): void {
    this.table.post(other, { orderItems: [...orderItems] });
  }

  hint(): undefined {
    return undefined;
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
