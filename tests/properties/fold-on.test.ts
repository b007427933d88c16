/** F4: a session's view, folded on from the last one that was asked for, is the plain reading of all that was decided. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowOf } from '#server/cart/decision-rows.ts';
import { foldOn } from '#server/cart/fold-on.ts';
import { emptyLog, extended, type SessionLog } from '#server/cart/log-state.ts';
import { cartView } from '#projections/cart-view.ts';
import { runs } from './histories.ts';
import { table } from './served-tables.ts';

test('late events, clears, orders and rejections: folded on or anew, the view is the same', () => {
  let foldedOn = 0;
  let anew = 0;
  fc.assert(
    fc.property(
      table,
      fc.array(fc.record({ length: fc.integer({ min: 1, max: 4 }), isAsked: fc.boolean() }), {
        minLength: 8,
      }),
      ({ events, rejected }, steps) => {
        let log: SessionLog = emptyLog('s1');
        for (const { length, isAsked } of steps) {
          const news = events.slice(log.version, log.version + length);
          const rows = news.map((event, n) => {
            const code = rejected.has(event.id) ? 2025 : null;
            return rowOf('s1', { event, userId: event.userId, code }, log.version + n + 1);
          });
          log = extended(log, rows);
          if (!isAsked) continue;
          const { folded, news: since } = log.foldable();
          if (folded && foldOn(folded, since)) foldedOn += 1;
          else anew += 1;
          expect(log.view).toEqual(cartView(log.knowledge));
          expect(log.known).toEqual(log.view.known);
        }
      },
    ),
    runs,
  );
  // Otherwise nothing was shown.
  expect(foldedOn).toBeGreaterThan(runs.numRuns / 2);
  expect(anew).toBeGreaterThan(runs.numRuns / 2);
});
