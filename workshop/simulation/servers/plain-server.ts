/** The other kind of server: it knows nothing of events. What it stores, and what came of each request. */
import type { Order, OrderDetail } from '#contract/order-fields.ts';
import type { Answer, PlainAnswer, PlainCart } from '#sync/ports/transport.ts';
import type { World } from '../world/world.ts';

/** A table of a server that knows nothing of events; handed in by whoever simulates one. */
export interface PlainTable {
  readonly cart: { readonly rowVersion: number };
  /** Product ids. */
  readonly soldOut: Set<string>;
  readonly order: Order | null;
  post(userId: string, detail: OrderDetail): PlainAnswer;
  clear(): PlainAnswer;
  snapshot(): PlainCart;
  place(detail: OrderDetail): Answer<{ order: Order; sync: undefined }>;
}

/** So many earlier carts a lagging copy of the server may still answer with. */
const kept = 6;

/** Of one diner's changes, how many set out and which of them came last. */
interface Turns {
  sent: number;
  arrived: number;
}

export class PlainServer {
  /**
   * False from the first clear, order or forgery on: such a server can't tell what a cut had seen, so from then on
   * nobody's lines are only their own doing.
   */
  isCalm = true;
  private history: PlainCart[] = [];
  private readonly turns = new Map<string, Turns>();
  private readonly overtaken = new Set<string>();
  private readonly placed = new Set<string>();
  private readonly inSight = new Set<string>();
  private futureEvents = 0;

  constructor(
    private readonly world: World,
    readonly table: PlainTable,
    /** It names no value that nobody has set. */
    private readonly isTerse = false,
  ) {}

  /** A change of this diner's sets out; the answer is its number. */
  setsOut(userId: string): number {
    const turns = this.turnsOf(userId);
    turns.sent += 1;
    return turns.sent;
  }

  /** True when an older change of theirs arrived after a newer one: the last writer wins, and it was the wrong one (P2). */
  wasOvertaken(userId: string): boolean {
    return this.overtaken.has(userId);
  }

  post(userId: string, turn: number, detail: OrderDetail): PlainAnswer {
    this.arrives(userId, turn);
    return this.change(`takes ${userId}'s lines`, () => this.table.post(userId, detail));
  }

  clear(userId: string, turn: number): PlainAnswer {
    this.arrives(userId, turn);
    return this.change(`clears the table for ${userId}`, () => this.table.clear());
  }

  /** `isStale`: as a copy of the server that lags behind would say it. */
  snapshot(isStale: boolean): PlainCart {
    const now = this.table.snapshot();
    const cart = isStale ? (this.history[0] ?? now) : now;
    if (!this.isTerse) return cart;
    const { guests, orderType, ...rest } = cart;
    return { ...rest, ...(guests && { guests }), ...(orderType != null && { orderType }) };
  }

  place(placementId: string, detail: OrderDetail): Answer<{ order: Order; sync: undefined }> {
    const answer = this.change(`is asked for order ${placementId}`, () => this.table.place(detail));
    this.world.count(
      `plain:place:${answer.ok ? 'placed' : answer.failure.kind === 'refused' && answer.failure.code}`,
    );
    if (answer.ok) this.placed.add(placementId);
    return answer;
  }

  /** @param asker the placement that the phone looks for, if any */
  openOrder(asker: string): Order | null {
    if (this.placed.has(asker)) this.inSight.add(asker);
    return this.table.order;
  }

  /** O2: whoever looked for this order could see it. */
  wasInSight(placementId: string): boolean {
    return this.inSight.has(placementId);
  }

  /** E7: the number of the next event of a phone with a newer app. */
  nextFutureEvent(): number {
    this.futureEvents += 1;
    return this.futureEvents;
  }

  private arrives(userId: string, turn: number): void {
    const turns = this.turnsOf(userId);
    if (turn < turns.arrived) {
      this.overtaken.add(userId);
      this.world.count('plain:overtaken');
    }
    turns.arrived = Math.max(turns.arrived, turn);
  }

  private turnsOf(userId: string): Turns {
    const turns = this.turns.get(userId) ?? { sent: 0, arrived: 0 };
    this.turns.set(userId, turns);
    return turns;
  }

  private change<T>(what: string, work: () => T): T {
    this.history.push(this.table.snapshot());
    if (this.history.length > kept) this.history.shift();
    const result = work();
    this.world.note(() => `server: ${what}, version ${this.table.cart.rowVersion}`);
    return result;
  }
}
