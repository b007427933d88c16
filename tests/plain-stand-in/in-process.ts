/** The phone's calls to a restaurant in this very process: what goes over is text, as it would be on a network. */
import type { Call } from '#contract/http/call.ts';
import type { Request } from '#src/runtime/transport/api-transport.ts';
import type { Asker } from '#workshop/plain-server/house.ts';
import { answerInProcess } from '#workshop/plain-server/in-process.ts';
import type { PlainRestaurant } from '#workshop/plain-server/restaurant.ts';
import { readWire } from '#workshop/simulation/wire/read-wire.ts';

/** What the phone reads of the answer. Throws an ApiError. */
export function ask<Params, Query, Body, Data>(
  restaurant: PlainRestaurant,
  asker: Asker,
  call: Call<Params, Query, Body, Data>,
  { query = {}, body }: Parameters<Request>[1],
): Data {
  const { method, path } = call;
  const sent: unknown = body === undefined ? undefined : JSON.parse(JSON.stringify(body));
  return readWire(call, answerInProcess(restaurant, asker, { method, path, query, body: sent }).json);
}

/** The same as the phone's own client has it. */
export function requestTo(restaurant: PlainRestaurant, asker: Asker): Request {
  return async (call, options) => {
    // Nobody is answered before they have asked.
    await Promise.resolve();
    return ask(restaurant, asker, call, options);
  };
}
