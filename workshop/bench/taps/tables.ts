import { median } from '../load/measures.ts';
import type { Table } from '../table.ts';
import type { Cost } from './cost.ts';
import { evening } from './evening.ts';
import { inp, ways } from './felt.ts';
import type { Felt } from './pages/in-page.ts';

/** The processor is so many times slower where it is felt. */
export const slowness = 4;

/** Of as many taps each. */
export interface CostOf {
  readonly where: string;
  readonly costs: Readonly<Record<'app' | 'number' | 'all' | 'sent' | 'counter', readonly Cost[]>>;
}

export interface FeltOf {
  readonly where: string;
  /** Changes a second. */
  readonly others: number;
  readonly way: keyof typeof ways;
  readonly app: Felt;
  readonly hand?: Felt | undefined;
}

const table = `${evening.dishes} dishes, 8 diners, 100 lines`;

export function costTable(found: readonly CostOf[], taps: number): Table {
  return {
    title: `What a tap costs the page: ${table}`,
    head: ['', 'the app', 'limit', 'ratio', 'target', 'met'],
    rows: found.flatMap(({ where, costs: { app, number, all, sent, counter } }) => {
      const row = (
        what: string,
        ours: readonly Cost[],
        limit: readonly Cost[],
        of: keyof Cost,
        target?: number,
        isRatio = true,
      ) => {
        const [value, least] = [ours, limit].map((costs) => median(costs.map((cost) => cost[of])));
        const digits = isRatio ? 1 : 0;
        const judged = isRatio ? value! / least! : value!;
        return [
          `${where}: ${what}`,
          value!.toFixed(digits),
          least!.toFixed(digits),
          (value! / least!).toFixed(2),
          target === undefined ? '–' : `≤ ${target}${isRatio ? ' ×' : ''}`,
          target === undefined ? '–' : judged <= target ? 'yes' : 'no',
        ];
      };
      return [
        row('click to commit, ms', app, number, 'toCommit', 1.25),
        row('the whole tap, ms', app, all, 'whole', 1.5),
        row('the same against by hand, kept and sent, ms', app, sent, 'whole'),
        row('by hand, kept and sent, against by hand alone, ms', sent, all, 'whole', 1.5),
        row('commits', app, all, 'commits', 4, false),
        row('frames', app, all, 'frames', 14, false),
        row('by hand against a bare counter, click to commit, ms', number, counter, 'toCommit', 2),
      ];
    }),
    notes: [
      `Medians of ${taps} taps each on a plus, in turn, one after the other has settled; ms of the main thread's processor.`,
      'Limit: the same page (elements, styles, pictures) without the app, where a click changes by hand what the tap changes:',
      'the number alone until the commit, all texts and styles for the whole tap. Kept and sent: the number first and the rest',
      'after its frame, one row put, one request with its answer. The counter: React, a button, a number.',
    ],
  };
}

export function feltTable(found: readonly FeltOf[]): Table {
  return {
    title: `How a tap feels, ms, processor ${slowness}× slower: ${table}`,
    head: [
      '',
      'others, changes a second',
      'median',
      'INP',
      'by hand, median',
      'INP',
      'tasks over 50 ms',
      'longest',
    ],
    rows: found.map(({ where, others, way, app, hand }) => [
      `${where}, ${way === 'single' ? 'single taps' : 'bursts'}`,
      String(others),
      ...figures(app),
      ...(hand ? figures(hand) : ['', '']),
      String(app.longTasks.length),
      app.longTasks.length === 0 ? '' : Math.max(...app.longTasks).toFixed(0),
    ]),
    notes: [
      `Event Timing, in steps of 8 ms: ${ways.single.taps} single taps, each after the one before has settled, and ${ways.burst.taps} in bursts of ${ways.burst.inARow}, ${ways.burst.pauseMs} ms apart.`,
      'INP: the longest of them. Target: at most 50 where nobody else taps, and no task over 50 ms for single taps.',
    ],
  };
}

function figures({ interactions }: Felt): string[] {
  return [median(interactions), inp(interactions)].map((value) => value.toFixed(0));
}
