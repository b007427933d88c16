import { getTableActiveOrder } from '#contract/calls/order.ts';
import { apiTransport } from '#src/runtime/transport/api-transport.ts';
import type { CartTransport } from '#sync/ports/transport.ts';
import { ForeignRestaurant } from './foreign-server/restaurant.ts';
import type { Switches } from './foreign-server/switches.ts';
import { askInProcess, requestInProcess } from './in-process.ts';
import { menusOf } from './simulated-menu.ts';

const tableId = '7';

/** A table of the foreign server behind a network and the phone's own readers. */
export class SnapshotTable {
  readonly restaurant: ForeignRestaurant;

  /** @param publish gets what the server tells the table's group */
  constructor(
    readonly now: () => number,
    switches: Partial<Switches> = {},
    publish: (message: unknown) => void = () => {},
  ) {
    let seed = 1;
    this.restaurant = new ForeignRestaurant({
      now,
      random: () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647,
      tell: (_group, message) => publish(message),
      people: ['u1', 'u2', 'u3'].map((id) => ({ id, firstName: `Diner ${id}`, token: id, registered: true })),
      tables: [{ id: tableId, name: tableId, qrcodeId: tableId }],
      menus: menusOf('101', '102', '103', '201', '202'),
      settings: { merchantId: '101' },
      switches: { groupTold: 'phonesOnly', taxRate: 0, ...switches },
    });
  }

  transportFor(userId: string): CartTransport {
    const request = requestInProcess(this.restaurant, { token: userId, tableId });
    return apiTransport('101', request, () => ({ browserId: userId, memberId: undefined }));
  }

  /** A diner's lines as the restaurant has them. */
  linesOf(userId: string) {
    return this.restaurant.staff
      .linesOf(tableId)
      .filter(({ personId }) => personId === userId)
      .map(({ line: { id, productId, quantity, notes } }) => ({ id, productId, quantity, notes }));
  }

  /** The open one, as the phone reads it. */
  get order() {
    return askInProcess(this.restaurant, { token: 'u1', tableId }, getTableActiveOrder, {});
  }
}
