/** Servers that break a promise. The simulation must find each of them. */
import { hasAllEvents, reach, type VersionVector } from '#events/log/version-vector.ts';
import type { SessionLog } from '#server/ordering/cart/log/merged-log.ts';
import { checkpointEvery } from '#server/ordering/cart/log/compaction.ts';
import { readLogOfVersion, type LogStore } from '#server/ordering/cart/log/log-store.ts';
import type { TableRules } from '#dev/simulation/real-rules.ts';
import { realRules } from '#dev/simulation/real-rules.ts';

export const brokenRules: Readonly<Record<string, TableRules>> = {
  'forgets to answer one event in ten': {
    ...realRules,
    syncOf: (log, request) => {
      const sync = realRules.syncOf(log, request);
      const events = sync.snapshot?.events?.filter(({ at }) => at[0] % 10 !== 0);
      return sync.snapshot ? { ...sync, snapshot: { ...sync.snapshot, events } } : sync;
    },
  },
  'never reports rejected events': {
    ...realRules,
    syncOf: (log, request) => {
      const { rejected: _rejected, ...sync } = realRules.syncOf(log, request);
      return sync;
    },
  },
  'accepts every order': {
    ...realRules,
    validateOrder: (knowledge, known, menu, order) => {
      const decision = realRules.validateOrder(knowledge, known, menu, order);
      const seen = order.seen ?? known;
      return decision.ok
        ? decision
        : { ok: true, seen, view: { ...createEmptyView(known) }, kept: undefined };
    },
  },
  'orders the lines left out as well': {
    ...realRules,
    validateOrder: (knowledge, known, menu, order) => ({
      ...realRules.validateOrder(knowledge, known, menu, order),
      kept: undefined,
    }),
  },
  'accepts and loses the last event': {
    ...realRules,
    decide: (knowledge, menu, request) => {
      const decision = realRules.decide(knowledge, menu, request);
      const dropped = decision.accepted.filter(({ id }) => id.endsWith(':2')).map(({ id }) => id);
      return {
        ...decision,
        accepted: decision.accepted.filter(({ id }) => !dropped.includes(id)),
        confirmed: [...decision.confirmed, ...dropped],
      };
    },
  },
  'compacts less at a checkpoint than before': {
    ...realRules,
    appendAndStore: async (store, log, decided, now, every) => {
      const { sessionId } = log;
      const known = await readLogOfVersion(store, sessionId, log.version, await store.checkpoint(sessionId));
      const { version } = await realRules.appendAndStore(store, known, decided, now, every);
      const whole = await readLogOfVersion(store, sessionId, version, undefined);
      return { ...whole, stable: await computeStable010(store, whole, every) };
    },
  },
};

/** Version 0.1.0 used the stable prefix of its checkpoint until every cart was emptied. */
async function computeStable010(
  store: LogStore,
  whole: SessionLog,
  every = checkpointEvery,
): Promise<VersionVector> {
  const { sessionId, stable, knowledge } = whole;
  const checkpoint = await store.checkpoint(sessionId);
  if (!checkpoint) return stable;
  const made = await readLogOfVersion(store, sessionId, checkpoint.version, undefined);
  const below = await readLogOfVersion(
    store,
    sessionId,
    checkpoint.version - Math.floor(every / 4),
    undefined,
  );
  const endsAll = [...knowledge.entries.values()].some(
    ({ upcast, replicaId, seq }) =>
      seq > reach(below.known, replicaId) &&
      (upcast?.type === 'orderPlaced' || (upcast?.type === 'cartCleared' && upcast.scope === 'table')),
  );
  if (endsAll) return stable;
  return hasAllEvents(below.known, made.stable) ? made.stable : below.stable;
}

function createEmptyView(known: Readonly<Record<string, number>>) {
  return { known, blocked: [], guests: null, orderType: null, lastOrderId: null, carts: [] };
}
