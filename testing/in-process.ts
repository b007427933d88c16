/** The phone's calls to a foreign restaurant in this process. Both sides exchange text, as over a network. */
import type { Call } from '#contract/http/call.ts';
import type { Request } from '#client/transport/api-transport.ts';
import type { ForeignRestaurant } from './foreign-server/restaurant.ts';
import { readWire } from './read-wire.ts';

interface Asker {
  readonly token: string;
  readonly tableId: string;
}

/** Makes a call and reads the answer like the phone. Throws an ApiError. */
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
    // As over a network, the answer arrives after the caller has continued.
    await Promise.resolve();
    return askInProcess(restaurant, asker, call, options);
  };
}
