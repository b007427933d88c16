import { callNames, calls, type CallName, type RequestParts } from './calls.ts';
import type { Asker } from '../house.ts';
import type { AccessUrl, PlainRestaurant } from '../restaurant.ts';
import type { WireAnswer } from '../wire/wire.ts';

type Answer = WireAnswer | Promise<WireAnswer>;

export interface Route {
  call: CallName;
  method: string;
  path: string;
  run: (restaurant: PlainRestaurant, asker: Asker, request: RequestParts, accessUrl: AccessUrl) => Answer;
}

/** The calls of the contract, each with what answers it. */
export const routes: readonly Route[] = callNames.map((call) => {
  const [method, path, reads] = calls[call];
  return {
    call,
    method,
    path,
    run: (restaurant, asker, request, accessUrl) =>
      restaurant[call](asker, reads && request[reads], accessUrl),
  };
});

/** Finds the route of a request. */
export function routeOf(method: string, path: string): Route | undefined {
  const parts = partsOf(path);
  return routes.find((route) => {
    const pattern = partsOf(route.path);
    return (
      route.method === method &&
      pattern.length === parts.length &&
      pattern.every((each, index) => each === '*' || each === parts[index])
    );
  });
}

function partsOf(path: string): string[] {
  return path.split('/').filter((each) => each !== '');
}
