import { routeOf } from './http/routes.ts';
import type { Asker } from './house.ts';
import type { PlainRestaurant } from './restaurant.ts';
import { refusal } from './wire/refusal.ts';
import { badAnswer, type WireAnswer } from './wire/wire.ts';

/** A request as it comes out of the network. */
export interface WireRequest {
  readonly method: string;
  /** Without a query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Answers a request at once, without HTTP; of the calls only `negotiate` needs the network itself. */
export function answerInProcess(
  restaurant: PlainRestaurant,
  asker: Asker,
  { method, path, query, body }: WireRequest,
): WireAnswer {
  const route = routeOf(method, path);
  const last = path.split('/').at(-1) ?? '';
  const answer = route?.run(restaurant, asker, { query: { ...query }, body, last }, () =>
    Promise.resolve(''),
  );
  if (answer instanceof Promise) throw new Error(`${path} is not answered in process`);
  return answer ?? badAnswer(restaurant.switches, refusal(404, `Page Not Found ${path}`));
}
