/** The phone's calls to a foreign restaurant in this process. Text goes over, as it would on a network. */
import type { Call } from '#contract/http/call.ts';
import type { Request } from '#src/runtime/transport/api-transport.ts';
import type { ForeignRestaurant, Menu } from '#testing/foreign-server/restaurant.ts';
import { readWire } from '#workshop/simulation/wire/read-wire.ts';

interface Asker {
  readonly token: string;
  readonly tableId: string;
}

/** What the phone reads of the answer. Throws an ApiError. */
export function askInProcess<Params, Query, Body, Data>(
  restaurant: ForeignRestaurant,
  { token, tableId }: Asker,
  call: Call<Params, Query, Body, Data>,
  { query = {}, body }: Parameters<Request>[1],
): Data {
  const { text, status } = restaurant.answer({
    method: call.method,
    path: call.path,
    query: { ...query },
    headers: { authorization: `Bearer ${token}`, tableid: tableId },
    body: body === undefined ? undefined : JSON.parse(JSON.stringify(body)),
  });
  return readWire(call, text, status);
}

export function requestInProcess(restaurant: ForeignRestaurant, asker: Asker): Request {
  return async (call, options) => {
    // An answer never comes before the caller goes on.
    await Promise.resolve();
    return askInProcess(restaurant, asker, call, options);
  };
}

/** A menu of one category, `c1`, with these products at 4.50 each. */
export function menusOf(...productIds: readonly string[]): Menu[] {
  const products = productIds.map((id) => ({ id, name: `Dish ${id}`, price: 4.5, groups: [] }));
  return [{ id: 'm1', name: 'Menu', categories: [{ id: 'c1', name: 'Plates', products }] }];
}
