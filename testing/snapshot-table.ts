import { snapshotParts } from '#sync/protocols/snapshot/load-at-once.ts';
import { clearCart, getCart, updateCart } from '#contract/calls/cart.ts';
import { getPlacement, getTableActiveOrder, placeOrder } from '#contract/calls/order.ts';
import type { Call } from '#contract/http/call.ts';
import {
  createApiTransport,
  toFailure,
  repeatUnderUsualNames,
  toSnapshotAnswer,
  toSnapshotCart,
} from '#client/transport/api-transport.ts';
import type { Answer, CartTransport, ServerCall } from '#sync/ports/transport.ts';
import { ForeignRestaurant } from './foreign-server/restaurant.ts';
import type { Switches } from './foreign-server/switches.ts';
import { askInProcess, requestInProcess } from './in-process.ts';
import { createMenus, createPlainMenus } from './simulated-menu.ts';

const tableId = '7';

/**
 * One table of the foreign server in memory, without events. Its answers are read with the phone's own code. It has the
 * same interface as `EventTable`, so that a test can run with either kind of server.
 */
export class SnapshotTable {
  readonly isPlain = true;
  /** A snapshot server names no session. */
  readonly sessionId = '';
  readonly restaurant: ForeignRestaurant;

  /** @param publish receives the server's messages to the table's group */
  constructor(
    readonly now: () => number,
    switches: Partial<Switches> = {},
    publish: (message: unknown) => void = () => {},
  ) {
    let seed = 1;
    this.restaurant = new ForeignRestaurant({
      now,
      drawRandom: () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647,
      tell: (_group, message) => publish(message),
      people: ['u1', 'u2', 'u3'].map((id) => ({ id, firstName: `Diner ${id}`, token: id, registered: true })),
      tables: [{ id: tableId, name: tableId, qrcodeId: tableId }],
      menus: [...createMenus('101', '102', '103', '201', '202'), ...createPlainMenus()],
      settings: { merchantId: '101' },
      switches: { groupSent: 'phonesOnly', taxRate: 0, ...switches },
    });
  }

  /** The transport of the real phone. */
  transportFor(userId: string): CartTransport {
    const request = requestInProcess(this.restaurant, { token: userId, tableId });
    return createApiTransport('101', request, () => ({ browserId: userId, memberId: undefined }));
  }

  /** Answers a call at once, for a `Phone` of `stepped-phone.ts`. */
  answer(userId: string, call: ServerCall): Answer<unknown> {
    try {
      return { ok: true, value: this.valueOf(userId, call) };
    } catch (error) {
      return { ok: false, failure: toFailure(error) };
    }
  }

  private valueOf(userId: string, call: ServerCall): unknown {
    switch (call.call) {
      case 'post':
        return toSnapshotAnswer(this.ask(userId, updateCart, repeatUnderUsualNames(call.detail)));
      case 'clear':
        this.ask(userId, clearCart);
        return toSnapshotAnswer({});
      case 'snapshot':
        return toSnapshotCart(snapshotParts, this.ask(userId, getCart));
      case 'place':
        return { order: this.ask(userId, placeOrder, call.order.detail).order, sync: undefined };
      case 'openOrder':
        return this.order;
      case 'placement':
        return this.ask(userId, getPlacement);
      default:
        return call satisfies never;
    }
  }

  get carts() {
    return toSnapshotCart(snapshotParts, this.ask('u1', getCart)).carts;
  }

  /** A diner's lines at the restaurant. */
  linesOf(userId: string) {
    return this.restaurant.staff
      .linesOf(tableId)
      .filter(({ personId }) => personId === userId)
      .map(({ line: { id, productId, quantity, notes } }) => ({ id, productId, quantity, notes }));
  }

  /** A diner adds a dish, and no message is published. */
  addLine(userId: string, productId: string, quantity = 1): void {
    this.restaurant.staff.addLine(tableId, productId, quantity, userId);
  }

  /** The open order. */
  get order() {
    return this.ask('u1', getTableActiveOrder);
  }

  private ask<Data>(userId: string, call: Call<unknown, unknown, unknown, Data>, body?: unknown): Data {
    return askInProcess(this.restaurant, { token: userId, tableId }, call, { body });
  }
}
