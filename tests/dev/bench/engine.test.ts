import { describe, expect, it } from 'vitest';
import { planEvening } from '#dev/bench/engine/evening.ts';
import { immer } from '#dev/bench/engine/immer.ts';
import { ours } from '#dev/bench/engine/ours.ts';
import { assertRight, replayPhoneApart, replayPhoneWithAll, record } from '#dev/bench/engine/recording.ts';
import { yjs } from '#dev/bench/engine/yjs.ts';

const together = planEvening({ seed: '5', diners: 4, actions: 600 });
const apart = planEvening({ seed: '6', diners: 4, actions: 600, apartFrom: 300 });

describe('the simulated evening of the engine bench', () => {
  it('is the same for the same seed, and has every kind of change', () => {
    expect(planEvening({ seed: '5', diners: 4, actions: 600 })).toEqual(together);
    const kinds = new Set(together.actions.map(({ change }) => change.kind));
    expect(kinds).toEqual(new Set(['add', 'decrease', 'notes', 'clear', 'guests']));
    expect(Object.keys(together.carts).length).toBeGreaterThan(0);
  });
});

describe.each([ours, yjs, immer])('$name does the same work', (contender) => {
  it('if every phone receives every action at once, and from disk', () => {
    for (const replica of record(contender, together).replicas) {
      assertRight(contender, replica, together);
      assertRight(contender, contender.load(replica.stored()), together);
    }
  });

  it('if phones were apart and receive one message with everything that they lack', () => {
    const recording = record(contender, apart);
    const all = replayPhoneWithAll(recording);
    assertRight(contender, all, apart);
    const replica = replayPhoneApart(contender, apart, recording);
    expect(() => assertRight(contender, replica, apart)).toThrow('other carts');
    replica.catchUp(all.lacking(replica.known()));
    assertRight(contender, replica, apart);
  });
});
