/** This app's engine, against libraries that share state and against plain maps, on one neutral workload. */
import { progress } from '../load/measures.ts';
import type { Table } from '../table.ts';
import { chosenEngines } from './engines/all.ts';
import { actions } from './measures/actions.ts';
import { catchUps } from './measures/catch-up.ts';
import { inTurns } from './timing.ts';
import { makeTrace } from './trace/trace.ts';
import { record } from './workload.ts';

export async function run(): Promise<readonly Table[]> {
  const engines = await chosenEngines();
  progress('actions');
  const trace = makeTrace({ seed: 1, diners: 8, operations: 10_000, partition: 'none' });
  const acted = inTurns(
    engines.map((engine) => {
      const recording = record(engine, trace);
      return { name: engine.name, run: () => actions(engine, recording) };
    }),
    5,
  );
  progress('catching up');
  const caught = catchUps(engines);
  const names = [...new Set([...acted.keys(), ...caught.keys()])];
  return [
    {
      title: '8 diners, 10 000 operations',
      head: [
        '',
        'own action, µs',
        "peer's, µs",
        'again, µs',
        'catching up as a batch, ms',
        'as a difference, ms',
      ],
      rows: names.map((name) => [
        name,
        ...[acted.get(name)?.own, acted.get(name)?.peer, acted.get(name)?.duplicate].map(shown),
        ...[caught.get(name)?.batch, caught.get(name)?.difference].map(shown),
      ]),
      notes: [],
    },
  ];
}

function shown(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? '–' : value.toPrecision(3);
}
