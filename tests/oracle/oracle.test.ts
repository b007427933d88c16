import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { append, emptyLog } from '#events/log.ts';
import type { LogRecord } from '#events/records.ts';
import { cartView, learnt, merged } from '#projections/cart-view.ts';
import { viewJson } from '#projections/view-json.ts';
import { histories } from './histories.ts';
import { naiveView } from './naive-view.ts';

const numRuns = 2000;
/** The naive reading is slow, and the machine may be busy (ms). */
const patience = 300_000;

describe('the view of the engine is that of the naive reading (G1)', () => {
  test(
    'all records at once',
    () => {
      const property = (records: unknown[]) => {
        const { log } = append(emptyLog, records as LogRecord[]);
        expect(viewJson(cartView(log))).toEqual(naiveView(records));
      };
      fc.assert(fc.property(histories, property), { numRuns });
    },
    patience,
  );

  test(
    'one record after another, each view made from the one before it',
    () => {
      const property = (records: unknown[]) => {
        let log = emptyLog;
        let state = merged(log);
        for (const [n, record] of records.entries()) {
          const after = append(log, [record as LogRecord]);
          log = after.log;
          state = learnt(state, log, after.learnt);
          expect(viewJson(state.view)).toEqual(naiveView(records.slice(0, n + 1)));
        }
      };
      fc.assert(fc.property(histories, property), { numRuns });
    },
    patience,
  );

  test(
    'in batches of any size, and what was shown before stays as it was',
    () => {
      const property = (records: unknown[], sizes: number[]) => {
        let log = emptyLog;
        let state = merged(log);
        const shown = [];
        for (let n = 0; n < records.length;) {
          const size = sizes[shown.length % sizes.length] ?? 1;
          const after = append(log, records.slice(n, n + size) as LogRecord[]);
          n += size;
          log = after.log;
          state = learnt(state, log, after.learnt);
          shown.push({ view: state.view, n });
        }
        expect(shown.map(({ view }) => viewJson(view))).toEqual(
          shown.map(({ n }) => naiveView(records.slice(0, n))),
        );
      };
      const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
      fc.assert(fc.property(histories, sizes, property), { numRuns: 1000 });
    },
    patience,
  );
});
