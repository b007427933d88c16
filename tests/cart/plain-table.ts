import { getTableActiveOrder } from '#contract/calls/order.ts';
import { apiTransport } from '#src/runtime/transport/api-transport.ts';
import type { Answer, CartTransport } from '#sync/ports/transport.ts';
import { ask, requestTo } from '#tests/plain-stand-in/in-process.ts';
import { menuOf } from '#tests/plain-stand-in/menu-of.ts';
import type { Asker } from '#workshop/plain-server/house.ts';
import { PlainRestaurant } from '#workshop/plain-server/restaurant.ts';
import type { Switches } from '#workshop/plain-server/switches/switches.ts';
import type { Connection } from './aware-server.ts';
import type { TestGroup } from './phone.ts';

const tableId = '7';

/** A table of the restaurant that knows the specification alone, behind a network and the phone's own readers. */
export class PlainTable {
  readonly restaurant: PlainRestaurant;

  /** @param group what the restaurant itself tells goes there */
  constructor(
    readonly now: () => number,
    switches: Partial<Switches> = {},
    group?: TestGroup,
  ) {
    let seed = 1;
    this.restaurant = new PlainRestaurant({
      now,
      random: () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647,
      tell: (_group, { body }) => group?.deliver(JSON.stringify(body), undefined),
      regulars: ['u1', 'u2', 'u3'].map((id) => ({ id, firstName: `Diner ${id}`, token: id })),
      menus: menuOf('101', '102', '103', '201', '202'),
      switches,
    });
  }

  transportFor(connection: Connection, userId: string): CartTransport {
    const asker = this.asker(userId);
    const api = apiTransport('101', requestTo(this.restaurant, asker), () => ({
      browserId: userId,
      memberId: undefined,
    }));
    const through = async <T>(
      kind: string,
      ids: string[],
      work: () => Promise<Answer<T>>,
    ): Promise<Answer<T>> => {
      await Promise.resolve();
      connection.requests.push({ kind, ids });
      if (connection.offline) return { ok: false, failure: { kind: 'retry', reason: 'offline' } };
      const answer = await work();
      const isLost = connection.loseAnswers === true || connection.loseAnswers === kind;
      return isLost ? { ok: false, failure: { kind: 'retry', reason: 'answer lost' } } : answer;
    };
    return {
      post: (detail, events, known) =>
        through(
          'post',
          events.map(({ id }) => id),
          () => api.post(detail, events, known),
        ),
      clear: (event) => through('clear', [], () => api.clear(event)),
      snapshot: (known) => through('snapshot', [], () => api.snapshot(known)),
      place: (order) => through('place', [], () => api.place(order)),
      placement: (id) => through('placement', [], () => api.placement(id)),
      openOrder: () => through('openOrder', [], () => api.openOrder()),
    };
  }

  /** A diner's lines as the restaurant has them. */
  linesOf(userId: string) {
    return this.restaurant.staff
      .linesOf(tableId)
      .filter(({ personId }) => personId === userId)
      .map(({ line: { id, product, quantity, notes } }) => ({ id, productId: product.id, quantity, notes }));
  }

  /** The open one, as the phone reads it. */
  get order() {
    return ask(this.restaurant, this.asker('u1'), getTableActiveOrder, {});
  }

  private asker(userId: string): Asker {
    return { token: userId, browserId: userId, tableId };
  }
}
