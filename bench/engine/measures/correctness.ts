/** How many lines are not as the exact rules have them, after a party was apart. */
import type { Engine } from '../engine.ts';
import { compared, rulesFold } from '../rules-fold.ts';
import { neutralFold } from '../trace/causal-view.ts';
import { makeTrace } from '../trace/trace.ts';
import { record } from '../workload.ts';

const traces = Array.from({ length: 10 }, (_, index) =>
  makeTrace({ seed: 100 + index, diners: 8, operations: 400, partition: { splitAt: 200 } }),
);

export interface Wrong {
  /** Share of all lines, that are there or should be. */
  readonly share: number;
  /** Devices that do not agree at the end, over all traces. */
  readonly apart: number;
  readonly [name: string]: number;
}

export function wrongLines(engine: Engine): Wrong {
  let [wrong, all, apart] = [0, 0, 0];
  for (const trace of traces) {
    const exact = rulesFold(trace);
    const states = record(engine, trace).replicas.map((replica) => replica.state().carts);
    const [wrongHere, allHere] = compared(states[0]!, exact);
    wrong += wrongHere;
    all += allHere;
    apart += states.filter((state) => compared(state, states[0]!)[0] > 0).length;
  }
  return { share: wrong / all, apart };
}

/** The trace's own neutral outcome differs from the rules in so many lines. */
export function neutralDifference(): number {
  let [wrong, all] = [0, 0];
  for (const trace of traces) {
    const [wrongHere, allHere] = compared(neutralFold(trace.records).carts, rulesFold(trace));
    wrong += wrongHere;
    all += allHere;
  }
  return wrong / all;
}
