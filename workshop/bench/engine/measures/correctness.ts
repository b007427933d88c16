/** How many lines are not as the exact rules have them, after a party was apart. */
import type { Engine } from '../engine.ts';
import { compared, rulesFold } from '../engines/parts/rules-fold.ts';
import { makeTrace } from '../trace/trace.ts';
import { record } from '../workload.ts';

const seeds = Array.from({ length: 4 }, (_, index) => 100 + index);

export interface Wrong {
  /** Share of all lines, that are there or should be. */
  readonly share: number;
  /** Devices that do not agree at the end, over all traces. */
  readonly apart: number;
  readonly [name: string]: number;
}

/** @param parties each with a trace of its own */
export function wrongLines(engine: Engine, parties = seeds): Wrong {
  let [wrong, all, apart] = [0, 0, 0];
  for (const seed of parties) {
    const trace = traceOf(seed);
    const exact = rulesFold(trace);
    const states = record(engine, trace).replicas.map((replica) => replica.state().carts);
    const [wrongHere, allHere] = compared(states[0]!, exact);
    wrong += wrongHere;
    all += allHere;
    apart += states.filter((state) => compared(state, states[0]!)[0] > 0).length;
  }
  return { share: wrong / all, apart };
}

function traceOf(seed: number) {
  return makeTrace({ seed, diners: 8, operations: 400, partition: { splitAt: 200 } });
}
