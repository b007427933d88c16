/** `--inputs`: what a recorded phone's engine was told, and what each came to, decided once more. */
import type { LogFile } from '#events/records/log-file.ts';
import type { LogHeader } from '#events/records/records.ts';
import type { CartView } from '#projections/merge/cart-view.ts';
import { lineChanges } from '#projections/merge/line-changes.ts';
import { createNamer } from '#projections/replay/diner-names.ts';
import { valueChanges } from '#projections/replay/value-changes.ts';
import { catchUpDue } from '#sync/parts/catch-up.ts';
import type { Effect } from '#sync/ports/effect.ts';
import { outboxDue } from '#sync/parts/outbox.ts';
import { placementDue } from '#sync/parts/placement.ts';
import { readRuns } from '#sync/recording/recording-file.ts';
import {
  openRecordedPhone,
  replayRun,
  type RecordedRun,
  type RecordedInput,
} from '#sync/recording/recording.ts';
import type { PhoneState } from '#sync/state/phone-state.ts';
import { nextDue } from '#sync/step.ts';
import { tabsDue } from '#sync/parts/tabs.ts';
import { didCell } from './input-effects.ts';
import { inputWords, secondsWord } from './input-words.ts';
import { readable } from '../readable.ts';
import { dayWord, timeWord } from '../steps.ts';
import { placeWords } from '../table.ts';
import { changeWords, counted, valueWords, viewWords, type NameOf } from '../words.ts';
import { harmless, jsonLine, type Screen } from '../../terminal/terminal-text.ts';
import { textTable, type Cell } from '../../terminal/text-table.ts';

interface Replayed {
  readonly run: RecordedRun;
  readonly first: PhoneState;
  readonly steps: readonly InputStep[];
}

interface InputStep extends RecordedInput {
  readonly effects: readonly Effect[];
  readonly before: PhoneState;
  readonly state: PhoneState;
}

export function inputsOf({ run = [] }: LogFile, goOn: boolean) {
  if (run.length === 0)
    return { runs: [], complaints: ['has no recorded run: the phone was not asked to record'] };
  const { runs, error } = readRuns(run);
  if (error && !goOn) return { runs: [], complaints: [`line ${error.line}: ${error.reason}`] };
  const complaints = error ? [`line ${error.line}: ${error.reason}`] : [];
  const replayed = runs.map(replay);
  return { runs: complaints.length === 0 || goOn ? replayed : [], complaints };
}

/** Where the engine was told more than the run has. */
export function cutWords({ run: { inputs, cut } }: Replayed): string | undefined {
  if (cut === undefined) return undefined;
  const what = cut === 'inputs' ? 'the most that is recorded' : 'all that there was room for';
  return `cut after ${counted(inputs.length, 'input')}, ${what}: the phone went on`;
}

/** One line of JSON an input; times in ms: since the opening, and until the engine looks next by itself (null: never). */
export function* inputLines({ run, steps }: Replayed): Generator<string> {
  for (const [index, { input, moment, effects, state }] of steps.entries()) {
    const line = {
      n: index + 1,
      at: Math.round(moment.uptime - run.opening.moment.uptime),
      input,
      effects,
      due: Math.ceil(nextDue(state, moment.uptime) - moment.uptime),
    };
    yield jsonLine(line, (_, value) => (value instanceof Error ? String(value) : value));
  }
}

/** The run as a table for people, one block an input, and the cart at its end. */
export function inputTable(
  path: string,
  header: LogHeader,
  replayed: Replayed,
  place: { readonly number: number; readonly count: number },
  { paint, width }: Screen,
): string {
  const { run, first, steps } = replayed;
  const last = steps.at(-1)?.state ?? first;
  const nameOf = createNamer(last.knowledge.names);
  const { claim, moment } = run.opening;
  const own = claim.own ? `${counted(claim.own.records.length, 'record')} on its disk` : 'an empty disk';
  const orphans = claim.orphans.length > 0 ? `, ${counted(claim.orphans.length, 'log')} taken over` : '';
  const opened = `opened ${dayWord(moment.now)} ${timeWord(moment.now)} UTC with ${own}${orphans}`;
  const rows = steps.flatMap((step, index) => block(step, index + 1, run.opening.moment.uptime, nameOf));
  const cut = cutWords(replayed);
  const known = [...last.knowledge.log.entries.values()];
  const read = readable([{ records: known.map(({ event }) => ({ t: 0, from: 'peer', event })) }]);
  return [
    paint(harmless(`${path}: ${placeWords(header)}, replica ${claim.replicaId}`), 'bold'),
    `run ${place.number} of ${place.count}, ${opened}; ${counted(steps.length, 'input')}`,
    ...(rows.length > 0
      ? textTable(
          ['#', 'since', 'told', 'what came of it'],
          rows.map((row) => row.map((cell) => ({ ...cell, text: read(cell.text) }))),
          { paint, width },
          2,
        )
      : []),
    ...(cut === undefined ? [] : [paint(cut, 'yellow')]),
    '',
    ...viewWords(viewIn(last), nameOf).map((words) => harmless(read(words))),
    '',
    '',
  ].join('\n');
}

function replay(run: RecordedRun): Replayed {
  const first = openRecordedPhone(run.opening);
  let before = first;
  const steps: InputStep[] = [];
  for (const step of replayRun(run)) {
    steps.push({ ...step, before });
    before = step.state;
  }
  return { run, first, steps };
}

function block({ input, moment, effects, before, state }: InputStep, number: number, from: number, nameOf: NameOf) {
  const came = [
    ...changeCells(viewIn(before), viewIn(state), nameOf),
    ...effects.map((each) => didCell(each, nameOf)),
    ...waitCells(before, state, moment.uptime),
  ];
  const [beside = { text: 'nothing', colour: 'dim' as const }, ...below] = came;
  const lead: Cell[] = [
    { text: String(number) },
    { text: `+${secondsWord(moment.uptime - from)}`, colour: 'dim' },
    { text: inputWords(input, nameOf) },
  ];
  const blank: Cell = { text: '' };
  return [[...lead, beside], ...below.map((cell): Cell[] => [blank, blank, blank, cell])];
} // prettier-ignore

function changeCells(before: CartView, after: CartView, nameOf: NameOf): Cell[] {
  const lines = lineChanges(before.carts, after.carts).map((change): Cell => ({
    text: `cart of ${nameOf(change.userId)}: ${changeWords(change)}`,
    colour: change.after < change.before ? 'red' : 'green',
  }));
  const values = valueChanges(before, after).map(valueWords).map((text): Cell => ({ text, colour: 'green' }));
  return [...lines, ...values];
} // prettier-ignore

/** What waits, where that is news. */
function waitCells(before: PhoneState, after: PhoneState, uptime: number): Cell[] {
  if (after.isClosed) return [];
  return waits.flatMap(({ due, what }): Cell[] => {
    const known = due(before);
    const at = Math.min(...due(after).filter((each) => each > uptime && !known.includes(each)));
    if (at === Infinity) return [];
    return [{ text: `next look in ${secondsWord(at - uptime)} (${what(after)})`, colour: 'dim' }];
  });
}

/** What an engine looks after by itself, ms of uptime. */
const waits: readonly { due(state: PhoneState): readonly number[]; what(state: PhoneState): string }[] = [
  {
    due: outboxDue,
    what: ({ outbox }) => (outbox.underWay ? 'whether the request hangs' : 'sending again'),
  },
  { due: catchUpDue, what: () => 'asking the server' },
  { due: (state) => [placementDue(state)], what: () => 'the order' },
  { due: (state) => [tabsDue(state)], what: () => 'the other tabs' },
];

function viewIn(state: PhoneState): CartView {
  return state.knowledge.merged.view;
}
