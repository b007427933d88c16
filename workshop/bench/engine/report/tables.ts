import type { Table } from '../../table.ts';
import type { Findings } from './findings.ts';
import { patience } from '../measure-all.ts';
import { limitName } from '../measures/catch-up.ts';
import { ways } from '../measures/opening.ts';
import { cases } from '../measures/two-devices.ts';
import { aims, isMet, ratioOf, type Aim } from './targets.ts';

/** What the tables are made of. */
export interface Shown {
  readonly found: Findings;
  readonly engines: readonly string[];
  readonly peers: readonly string[];
  readonly versions: string;
}

export function summaryTable({ found, peers, versions }: Shown): Table {
  return {
    title:
      'The engine against the best of five libraries and against plain maps: 8 diners, 10 000 operations',
    head: ['', 'ours', 'measured against', 'limit', 'ratio', 'target', 'met'],
    rows: aims(found, peers).map((aim) => {
      const met = isMet(aim);
      return [
        aim.measure,
        withUnit(aim.ours, aim.unit),
        Number.isNaN(aim.against.value) ? '–' : `${figure(aim.against.value)} (${aim.against.name})`,
        figure(aim.limit ?? Number.NaN),
        figure(ratioOf(aim)),
        targetOf(aim),
        met === undefined ? '–' : met ? 'yes' : 'no',
      ];
    }),
    notes: [
      `${versions}. Adds 62 %, decreases 22 %, new notes 10 %, clears 1 %, guests and order type 5 %, the same trace for all.`,
      'Engines in turn, medians of the means of up to four runs after one to warm up; µs by the clock without steps that',
      'something else interrupted, ms by what the process had of the processor. An own action is deciding, minting, taking',
      'in and reading the cart, without disk and network; with its bytes: writing it as JSON, too, as the libraries write',
      'their updates. Histories stand against histories, states against states: without what is settled',
      'there are the settled vector, the last values and the events that are not settled, which a fresh phone is sent.',
      'Lines are held against the rules, folded by a program of their own. Limit: plain maps that handle no conflicts;',
      'catching up: everything sorted and refolded with exact clears.',
    ],
  };
}

export function engineTable({ found, engines }: Shown): Table {
  const more = [
    ...engines,
    'ours, JSON on the wire',
    'plain maps, JSON on the wire',
    limitName,
    ...Object.values(ways),
  ];
  const columns: readonly (readonly [head: string, figure: string])[] = [
    ['own action, µs', 'own'],
    ["peer's, µs", 'peer'],
    ['again, µs', 'duplicate'],
    ['batch, ms', 'catch-up batch'],
    ['as a difference, ms', 'catch-up difference'],
    ['in a fresh process, ms', 'catch-up fresh'],
    ['its size, kB', 'difference'],
    ['open 10 000, ms', 'open 10000'],
    ['open 100 000, ms', 'open 100000'],
    ['message, bytes', 'message'],
    ['stored 100 000, kB', 'stored'],
    ['gzip', 'stored gzip'],
    ['memory, MB', 'memory'],
    ['code, kB gzip', 'code'],
    ['wrong, %', 'wrong'],
  ];
  return {
    title: 'Every engine',
    head: ['', ...columns.map(([head]) => head)],
    rows: more.map((name) => [
      name,
      ...columns.map(([, each]) => figure(found.of(each, name) * (each === 'wrong' ? 100 : 1))),
    ]),
    notes: [
      'A batch is the messages of the others, a difference what one document lacks of another, as it travels, parsing',
      'included: of this engine the JSON of the server’s answer with its events. Messages are medians.',
      'Yjs: a map for each diner, a key for each line and device with its net count. Automerge: a counter for each line.',
      'Loro: a counter for each line, taken down and deleted by a clear. TinyBase: a table for each diner, a row for each',
      'line, a cell for each device. json-joy: a key for each line and device. New notes move a line.',
      `–: recording the trace takes over ${patience} s of the processor, or there is no such way.`,
    ],
  };
}

export function casesTable({ found, engines }: Shown): Table {
  return {
    title: 'Two devices of one diner, which have not heard of each other',
    head: ['', ...engines],
    rows: cases.map(({ name }, index) => [
      name,
      ...engines.map((engine) => ({ 1: 'right', 0: 'wrong' })[found.of(`case ${index}`, engine)] ?? '–'),
    ]),
    notes: ['Right: both devices end with what the merge rules say.'],
  };
}

function targetOf({ ratio, most, least, unit }: Aim): string {
  if (ratio !== undefined) return `≤ ${ratio} ×`;
  if (most !== undefined) return `≤ ${most} ${unit}`;
  return least === undefined ? '–' : `${least} ${unit}`;
}

function withUnit(value: number, unit: string): string {
  return Number.isNaN(value) ? '–' : `${figure(value)} ${unit}`;
}

/** Three digits that count. */
function figure(value: number): string {
  if (Number.isNaN(value)) return '–';
  if (value === 0) return '0';
  return Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}
