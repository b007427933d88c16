import { lacking, type VersionVector } from '#events/version-vector.ts';
import { keepNewest } from '#server/process/keep-newest.ts';
import { publish, type HubDeps } from './publish.ts';
import { tableGroup } from './table-group.ts';

/** Sessions whose last hint is remembered: more than any restaurant has open; one forgotten gets a whole hint again. */
const mostRemembered = 2_000;

/** Says to a session's group that its log stands at `version` and holds `known`. Never rejects. */
type CartHint = (sessionId: string, version: number, known: VersionVector) => Promise<void>;

/**
 * D16: tells a session's group that the cart has changed, so that a phone that dies between its request and its message
 * leaves nobody behind. A hint names the replicas that have come further since the last one that the hub took, all of
 * them at first: who comes later, or comes back, asks anyway, and hears all of it.
 */
export function createCartHints(deps: HubDeps): CartHint {
  const told = new Map<string, VersionVector>();
  return async (sessionId, version, known) => {
    const news = lacking(told.get(sessionId) ?? {}, known);
    told.delete(sessionId);
    if (!(await publish(deps, tableGroup(sessionId), 'cartChanged', { version, known: news, sessionId })))
      return;
    keepNewest(told, sessionId, known, mostRemembered);
  };
}
