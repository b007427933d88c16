/**
 * A snapshot server. It sends whole carts, without events, and knows nothing of this app beyond the specification. The
 * answers come from the foreign server. This class adds a lagging copy, and records for the checks which requests came late.
 */
import { codes } from '#contract/codes.ts';
import type { Answer, Request } from '#testing/foreign-server/core/state.ts';
import { ForeignRestaurant } from '#testing/foreign-server/restaurant.ts';
import type { Switches } from '#testing/foreign-server/switches.ts';
import type { RequestKind } from '../wire/network.ts';
import { parseEnvelope } from '#testing/read-wire.ts';
import type { World } from '../world/world.ts';
import { createPlainMenus } from '#testing/simulated-menu.ts';

/** A request without its sender. */
export type AskedOf = Pick<Request, 'method' | 'path' | 'body'> & { readonly query: Record<string, string> };

const tableId = '7';
const merchantId = '1001';

/** The number of earlier carts that a lagging copy of the server may answer with. */
const maxHistory = 6;

/** The number of changes that a diner has sent, and the one that arrived last. */
interface Turns {
  sent: number;
  arrived: number;
}

/** A request with its sender. */
interface Sent {
  readonly userId: string;
  readonly kind: RequestKind;
  /** The number of this change among those of the diner. */
  readonly turn: number;
  readonly placementId: string;
}

export class PlainServer {
  /**
   * Whether a diner's lines change only by that diner's taps. False after the first clear, order, refusal or forgery, and
   * if other systems write. A snapshot server cannot know which lines the author of a clear had seen.
   */
  isCalm: boolean;
  readonly restaurant: ForeignRestaurant;
  private history: Answer[] = [];
  private readonly turns = new Map<string, Turns>();
  private readonly overtaken = new Set<string>();
  private readonly arrived = new Set<Sent>();
  private readonly asked = new Set<string>();
  private readonly placed = new Set<string>();
  private readonly inSight = new Set<string>();
  private futureEvents = 0;
  private savedCarts = '[]';

  /** @param tell publishes to the table's group */
  constructor(
    private readonly world: World,
    private readonly userIds: readonly string[],
    switches: Partial<Switches>,
    tell: (message: unknown) => void,
  ) {
    const random = world.random.fork('plain server');
    this.isCalm = (switches.othersWrite ?? 'nobody') === 'nobody';
    this.restaurant = new ForeignRestaurant({
      now: () => world.clock.now,
      drawRandom: () => random.drawFraction(),
      menus: createPlainMenus(),
      tables: [{ id: tableId, name: tableId, qrcodeId: tableId }],
      settings: { merchantId },
      people: userIds.map((id) => ({ id, firstName: id, token: id, registered: true })),
      switches,
      tell: (_group, message) => tell(message),
    });
  }

  /** The diner sends a request. */
  setsOut(userId: string, kind: RequestKind, placementId: string): Sent {
    const turns = this.turnsOf(userId);
    if (kind === 'place') {
      if (this.asked.has(placementId)) this.world.fail('O2', `${placementId} is asked for twice`);
      this.asked.add(placementId);
    }
    if (isChange(kind)) turns.sent += 1;
    return { userId, kind, turn: turns.sent, placementId };
  }

  /**
   * Whether a copy of an answered change arrived after a newer change. The last writer wins then, and no phone can detect
   * it. A phone does detect that a change without an answer arrives late.
   */
  wasOvertaken(userId: string): boolean {
    return this.overtaken.has(userId);
  }

  /** Handles a request. @param isStale a lagging copy answers */
  take(sent: Sent, asked: AskedOf, isStale: boolean): Answer {
    const { kind, placementId } = sent;
    // A phone recognises its order only if the server orders the lines of the request, and not its own cart.
    const isTellable = this.restaurant.switches.orderLines === 'request';
    if (kind === 'openOrder' && isTellable && this.placed.has(placementId)) this.inSight.add(placementId);
    if (kind === 'snapshot' && isStale && this.history[0]) return this.history[0];
    if (isChange(kind)) this.arrives(sent);
    if (isChange(kind) || kind === 'place') {
      this.history.push(this.cart());
      if (this.history.length > maxHistory) this.history.shift();
    }
    const answer = this.restaurant.answer({ ...asked, headers: createHeaders(sent.userId) });
    const { success = false, code = codes.failure } = parseEnvelope(answer) ?? {};
    const outcome = success && code === codes.ok ? 'done' : code;
    this.world.note(() => `server: ${kind} of ${sent.userId}: ${outcome}`);
    if (kind === 'place') {
      this.world.count(`plain:place:${outcome}`);
      if (outcome === 'done') this.placed.add(placementId);
    } else if (isChange(kind) && outcome !== 'done') {
      this.world.count(`plain:${kind}:${outcome}`);
      if (code !== codes.shoppingCartUpdated) this.isCalm = false;
    }
    return answer;
  }

  /** Staff also write after a cart was read, so the phones can agree only after this has stopped. */
  keepOthersOut(): void {
    this.restaurant.switches.othersWrite = 'nobody';
  }

  keepCarts(): void {
    this.savedCarts = this.restaurant.staff.backUpCarts();
  }

  /** Restores an older cart. Such a server does not announce it. */
  restoreCarts(): void {
    this.isCalm = false;
    this.restaurant.staff.restoreCarts(this.savedCarts);
  }

  /** The table's cart as a diner would receive it now. */
  cart(): Answer {
    const asked = { method: 'GET', path: '/api/shoppingCart', query: {}, body: undefined };
    return this.restaurant.answer({ ...asked, headers: createHeaders(this.userIds[0]!) });
  }

  /** Whether a diner who looked for this order could have seen it. */
  wasInSight(placementId: string): boolean {
    return this.inSight.has(placementId);
  }

  /** The sequence number of the next event of a phone with a newer app. */
  nextFutureEvent(): number {
    this.futureEvents += 1;
    return this.futureEvents;
  }

  private arrives(sent: Sent): void {
    const { userId, turn } = sent;
    const turns = this.turnsOf(userId);
    if (turn < turns.arrived) {
      if (this.arrived.has(sent)) this.overtaken.add(userId);
      this.world.count('plain:overtaken');
    }
    this.arrived.add(sent);
    turns.arrived = Math.max(turns.arrived, turn);
  }

  private turnsOf(userId: string): Turns {
    const turns = this.turns.get(userId) ?? { sent: 0, arrived: 0 };
    this.turns.set(userId, turns);
    return turns;
  }
}

function isChange(kind: RequestKind): boolean {
  return kind === 'post' || kind === 'clear';
}

function createHeaders(userId: string): Record<string, string> {
  return { authorization: `Bearer ${userId}`, tableid: tableId, merchantid: merchantId };
}
