/** Servers that break a promise: a simulation that lets them pass would prove nothing. */
import type { TableRules } from '#simulation/rules.ts';
import { realRules } from '#simulation/real-rules.ts';

export const brokenRules: Readonly<Record<string, TableRules>> = {
  'forgets to answer one event in ten': {
    ...realRules,
    syncOf: (log, request) => {
      const sync = realRules.syncOf(log, request);
      const events = sync.snapshot?.events?.filter(({ at }) => at[0] % 10 !== 0);
      return sync.snapshot ? { ...sync, snapshot: { ...sync.snapshot, events } } : sync;
    },
  },
  'never says what was rejected': {
    ...realRules,
    syncOf: (log, request) => {
      const { rejected: _rejected, ...sync } = realRules.syncOf(log, request);
      return sync;
    },
  },
  'takes every order as it comes': {
    ...realRules,
    judgeOrder: (knowledge, known, menu, { seen, orderItems }) => {
      const verdict = realRules.judgeOrder(knowledge, known, menu, { seen, orderItems });
      return verdict.ok ? verdict : { ok: true, cut: seen ?? known, view: { ...emptyOf(known) } };
    },
  },
  'says accepted and does not keep the last event': {
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
};

function emptyOf(known: Readonly<Record<string, number>>) {
  return { known, waiting: [], guests: null, orderType: null, lastOrderId: null, carts: [] };
}
