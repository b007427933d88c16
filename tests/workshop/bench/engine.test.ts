import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { immer } from '#workshop/bench/engine/engines/immer.ts';
import { ours, type OwnReplica } from '#workshop/bench/engine/engines/ours.ts';
import { plainFold } from '#workshop/bench/engine/engines/plain-fold.ts';
import { yjs } from '#workshop/bench/engine/engines/yjs.ts';
import { withoutSettled } from '#workshop/bench/engine/engines/parts/ours-stored.ts';
import { wrongLines } from '#workshop/bench/engine/measures/correctness.ts';
import { twoDevices } from '#workshop/bench/engine/measures/two-devices.ts';
import { refoldedState } from '#workshop/bench/engine/engines/parts/refold.ts';
import { compared, mustBeExact, rulesFold } from '#workshop/bench/engine/engines/parts/rules-fold.ts';
import { neutralFold } from '#workshop/bench/engine/trace/causal-view.ts';
import { makeTrace, type TraceOptions } from '#workshop/bench/engine/trace/trace.ts';
import { lackingOf, partyApart } from '#workshop/bench/engine/measures/catch-up.ts';
import { record } from '#workshop/bench/engine/workload.ts';

const apart: TraceOptions = { seed: 3, diners: 8, operations: 600, partition: { splitAt: 300 } };

describe('the workload of the engine bench', () => {
  it('is the same for the same seed, wherever it runs', () => {
    const { records, schedule } = makeTrace(apart);
    const text = JSON.stringify([records, [...schedule]]);
    expect(createHash('sha256').update(text).digest('hex').slice(0, 16)).toBe('6b245a7e2ebae0e3');
  });

  it.each(['none', 'windows', { splitAt: 500 }] as const)(
    'comes out by the rules as by its own neutral fold and by sorting and refolding: %o',
    (partition) => {
      const trace = makeTrace({ seed: 4, diners: 8, operations: 1_500, partition });
      const exact = rulesFold(trace);
      expect(compared(neutralFold(trace.records).carts, exact)[0]).toBe(0);
      expect(compared(refoldedState(trace.records, trace.diners), exact)[0]).toBe(0);
    },
  );
});

describe('what the engine bench measures', () => {
  it.each([ours, plainFold, immer, yjs])('comes out right where nobody is apart: $name', (engine) => {
    const trace = makeTrace({ seed: 5, diners: 4, operations: 600, partition: 'none' });
    const { replicas } = record(engine, trace);
    for (const replica of replicas) {
      expect(() => mustBeExact(engine.name, replica, trace)).not.toThrow();
      expect(() => mustBeExact(engine.name, engine.load(replica.stored()), trace)).not.toThrow();
    }
  });

  it('finds no wrong line with this engine, and some with another', () => {
    expect(wrongLines(ours, [100, 101])).toEqual({ share: 0, apart: 0 });
    expect(wrongLines(yjs, [100, 101]).share).toBeGreaterThan(0);
  });

  it('sees all cases of two devices come out right', () => {
    expect(twoDevices(ours)).toEqual([true, true, true, true, true, true]);
  });

  it('says without what is settled the same in less', () => {
    const trace = makeTrace({ seed: 5, diners: 4, operations: 600, partition: 'none' });
    const [replica] = record(ours, trace).replicas as OwnReplica[];
    const text = withoutSettled(replica!.log);
    expect(text.length).toBeLessThan(replica!.stored().length);
    expect(() => mustBeExact('settled', ours.load(text), trace)).not.toThrow();
  });

  it.each([ours, yjs])('brings a stored phone up to date by one difference: $name', (engine) => {
    const { stored, missing, carts } = lackingOf(partyApart([engine])[0]!)!;
    const replica = engine.load(stored);
    expect(compared(replica.state().carts, carts)[0]).toBeGreaterThan(0);
    replica.difference!.merge(missing);
    expect(compared(replica.state().carts, carts)[0]).toBe(0);
  });
});
