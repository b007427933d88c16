/**
 * `--inputs`: replays the recorded inputs of a phone's sync engine, and shows the decision for each input.
 *
 *   recorded run ──► replayRun ──► per input: effects and new state ──► formatInputs (people) or listInputs (JSON)
 */
import '#sync/protocols/snapshot/load-at-once.ts';
import type { LogFile, LogHeader } from '#events/records/log-file.ts';
import type { CartView } from '#projections/merge/cart-view.ts';
import { listLineChanges } from '#projections/merge/line-changes.ts';
import { createNamer } from '#projections/replay/diner-names.ts';
import { listValueChanges } from '#projections/replay/value-changes.ts';
import { listCatchUpTimes } from '#sync/parts/catch-up.ts';
import type { Effect } from '#sync/ports/effect.ts';
import { listOutboxTimes } from '#sync/parts/outbox.ts';
import { findNextPlacementTime } from '#sync/parts/placement.ts';
import { readRuns } from '#sync/recording/recording-file.ts';
import {
  openRecordedPhone,
  replayRun,
  type RecordedRun,
  type RecordedInput,
} from '#sync/recording/recording.ts';
import type { PhoneState } from '#sync/state/phone-state.ts';
import { findNextDue } from '#sync/step.ts';
import { findNextTabsTime } from '#sync/parts/tabs.ts';
import { formatFields, formatSeconds } from './input-fields.ts';
import { createLabeller } from '../readable.ts';
import { formatDay, formatTime } from '../steps.ts';
import { describePlace } from '../table.ts';
import { changeWords, countNoun, valueWords, describeView, type NameOf } from '../words.ts';
import { escapeControls, toJsonLine, type Paint } from '../../terminal/terminal-text.ts';
import type { Cell } from '../../terminal/text-table.ts';

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

export function replayRuns({ run = [] }: LogFile, goOn: boolean) {
  if (run.length === 0)
    return { runs: [], complaints: ['has no recorded run: the phone was not asked to record'] };
  const { runs, error } = readRuns(run);
  if (error && !goOn) return { runs: [], complaints: [`line ${error.line}: ${error.reason}`] };
  const complaints = error ? [`line ${error.line}: ${error.reason}`] : [];
  const replayed = runs.map(replay);
  return { runs: complaints.length === 0 || goOn ? replayed : [], complaints };
}

/** Returns a note if the recording ended before the phone did. */
export function describeCut({ run: { inputs, cut } }: Replayed): string | undefined {
  if (cut === undefined) return undefined;
  const what = cut === 'inputs' ? 'the most that is recorded' : 'all that there was room for';
  return `cut after ${countNoun(inputs.length, 'input')}, ${what}: the phone went on`;
}

/**
 * Returns one line of JSON per input. `at` is ms since the start, and `due` is ms until the next timer of the engine
 * (null: never).
 */
export function* listInputs({ run, steps }: Replayed): Generator<string> {
  for (const [index, { input, moment, effects, state }] of steps.entries()) {
    const line = {
      n: index + 1,
      at: Math.round(moment.uptime - run.opening.moment.uptime),
      input,
      effects,
      due: Math.ceil(findNextDue(state, moment.uptime) - moment.uptime),
    };
    yield toJsonLine(line, (_, value) => (value instanceof Error ? String(value) : value));
  }
}

/** Returns the run as text: a line for each input, below it the decisions, and the cart at the end. */
export function formatInputs(
  path: string,
  header: LogHeader,
  replayed: Replayed,
  place: { readonly number: number; readonly count: number },
  paint: Paint,
): string {
  const { run, first, steps } = replayed;
  const last = steps.at(-1)?.state ?? first;
  const nameOf = createNamer(last.knowledge.names);
  const { claim, moment } = run.opening;
  const own = claim.own ? `${countNoun(claim.own.records.length, 'record')} on its disk` : 'an empty disk';
  const orphans = claim.orphans.length > 0 ? `, ${countNoun(claim.orphans.length, 'log')} taken over` : '';
  const opened = `opened ${formatDay(moment.now)} ${formatTime(moment.now)} UTC with ${own}${orphans}`;
  const cut = describeCut(replayed);
  const known = [...last.knowledge.log.entries.values()];
  const read = createLabeller([{ records: known.map(({ event }) => ({ t: 0, from: 'peer', event })) }]);
  const rows = steps.flatMap((step, index): Cell[] => {
    const since = formatSeconds(step.moment.uptime - moment.uptime);
    const title = { text: `${index + 1}  +${since}  ${formatFields(step.input)}`, colour: 'bold' as const };
    const decisions = listDecisions(step, nameOf).map(({ text, colour }) => ({
      text: `    ${text}`,
      colour,
    }));
    return [title, ...decisions];
  });
  return [
    paint(escapeControls(`${path}: ${describePlace(header)}, replica ${claim.replicaId}`), 'bold'),
    `run ${place.number} of ${place.count}, ${opened}; ${countNoun(steps.length, 'input')}`,
    ...rows.map(({ text, colour }) => paint(escapeControls(read(text)), colour)),
    ...(cut === undefined ? [] : [paint(cut, 'yellow')]),
    '',
    ...describeView(viewOf(last), nameOf).map((words) => escapeControls(read(words))),
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

/** Returns what an input changed in the cart, its effects, and the timers that it started. */
function listDecisions({ moment, effects, before, state }: InputStep, nameOf: NameOf): Cell[] {
  return [
    ...createChangeCells(viewOf(before), viewOf(state), nameOf),
    ...effects.map((each): Cell => ({ text: formatFields(each) })),
    ...createTimerCells(before, state, moment.uptime),
  ];
}

function createChangeCells(before: CartView, after: CartView, nameOf: NameOf): Cell[] {
  const lines = listLineChanges(before.carts, after.carts).map((change): Cell => ({
    text: `cart of ${nameOf(change.userId)}: ${changeWords(change)}`,
    colour: change.after < change.before ? 'red' : 'green',
  }));
  const values = listValueChanges(before, after).map(valueWords).map((text): Cell => ({ text, colour: 'green' }));
  return [...lines, ...values];
} // prettier-ignore

/** Returns the timers that an input has started. */
function createTimerCells(before: PhoneState, after: PhoneState, uptime: number): Cell[] {
  if (after.isClosed) return [];
  return timers.flatMap(({ due, what }): Cell[] => {
    const known = due(before);
    const at = Math.min(...due(after).filter((each) => each > uptime && !known.includes(each)));
    if (at === Infinity) return [];
    return [{ text: `next timer in ${formatSeconds(at - uptime)} (${what(after)})`, colour: 'dim' }];
  });
}

/** The timers of the engine. `due` is ms of uptime. */
const timers: readonly { due(state: PhoneState): readonly number[]; what(state: PhoneState): string }[] = [
  {
    due: listOutboxTimes,
    what: ({ outbox }) => (outbox.underWay ? 'request timeout' : 'retry'),
  },
  { due: listCatchUpTimes, what: () => 'ask the server' },
  { due: (state) => [findNextPlacementTime(state)], what: () => 'the order' },
  { due: (state) => [findNextTabsTime(state)], what: () => 'the other tabs' },
];

function viewOf(state: PhoneState): CartView {
  return state.knowledge.merged.view;
}
