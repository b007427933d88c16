import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLog } from '#events/log.ts';
import { explain, Explainer } from '#projections/explain.ts';
import { LiveView } from '#projections/live-view.ts';
import { runs } from './histories.ts';
import { logRecords } from './log-records.ts';
import { phoneLog } from './phone-logs.ts';

test('G1: while a log grows each event is explained as from all that is known by then', () => {
  const met = new Set<string>();
  fc.assert(
    fc.property(fc.oneof(phoneLog, logRecords), fc.nat(), (records, stop) => {
      const log = createLog();
      const live = new LiveView(log);
      const why = new Explainer(log, () => live.view.known);
      records.forEach((record, index) => {
        const learnt = log.append(record);
        live.learn(learnt);
        why.learn(learnt.entries);
        const isAllAsked = index === stop % records.length || index === records.length - 1;
        for (const { event } of isAllAsked ? log.entries.values() : learnt.entries) {
          const explanation = why.explain(event.id);
          expect(explanation).toEqual(explain(log, event.id));
          met.add(explanation.kind);
        }
      });
    }),
    runs,
  );
  expect([...met].sort()).toEqual([
    'changed',
    'covered',
    'cut',
    'nothing',
    'rejected',
    'set',
    'void',
    'waits',
  ]);
});
