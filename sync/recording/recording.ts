/**
 * Recordings of a phone's engine. A run is the opening of an engine and all of its inputs. `step` is pure, so replaying
 * these gives exactly the same states and effects.
 *
 *   engine ──► RunRow ──► createRunWriter ──► lines on disk ──► log file ──► readRuns ──► replayRun
 *
 *   {"t":…,"from":"local","opened":{facts, claim, moment}}      the first line
 *   {"t":…,"from":"local","input":{…},"moment":{…}}             one line for each input
 *   {"t":…,"from":"local","cut":"size"}                         the last line, if the limit was reached
 *
 * JSON has no NaN, infinities and -0. A line with such numbers lists them in `odd`, with their paths.
 */
import type { Effect } from '../ports/effect.ts';
import type { Input, Moment } from '../ports/input.ts';
import { openPhone, type ClaimedLog } from '../open.ts';
import type { Facts, PhoneState } from '../state/phone-state.ts';
import { step } from '../step.ts';

/** The arguments of `openPhone`, which creates the first state. */
export interface Opening {
  readonly facts: Facts;
  readonly claim: ClaimedLog;
  readonly moment: Moment;
}

/** An input, with its time and randomness. */
export interface RecordedInput {
  readonly input: Input;
  readonly moment: Moment;
}

/** An engine records its opening first, then every input before it is handled. */
export type RunRow = { readonly opened: Opening } | RecordedInput;

/** The limit at which a recording ended. */
export type CutAt = 'inputs' | 'size';

/** From the opening of an engine to its end, or to the limit. */
export interface RecordedRun {
  readonly opening: Opening;
  readonly inputs: readonly RecordedInput[];
  /** The limit after which inputs were not recorded. undefined: the run is complete, or the page ended. */
  readonly cut: CutAt | undefined;
}

/** Limits of one run: the number of inputs, and their JSON without the opening in UTF-16 code units. */
export const runBounds = { inputs: 5_000, size: 2_000_000 };

/** A number that JSON cannot express, and its path in the line. */
export type OddNumber = readonly [path: readonly (string | number)[], value: OddWord];
export type OddWord = 'Infinity' | '-Infinity' | 'NaN' | '-0';

/** A line of a run in a log file. */
export type RunLine =
  | {
      readonly t: number;
      readonly from: 'local';
      readonly opened: Opening;
      readonly odd?: readonly OddNumber[];
    }
  | (RecordedInput & { readonly t: number; readonly from: 'local'; readonly odd?: readonly OddNumber[] })
  | { readonly t: number; readonly from: 'local'; readonly cut: CutAt };

/**
 * Returns a function that converts the rows of one run to lines, as JSON without line feeds. At the limit it returns a
 * `cut` line, and after that undefined.
 */
export function createRunWriter(bounds = runBounds): (row: RunRow) => string | undefined {
  let inputs = 0;
  let size = 0;
  let isCut = false;
  return (row) => {
    if (isCut) return undefined;
    const text = JSON.stringify(createRunLine(row));
    if ('opened' in row) return text;
    inputs += 1;
    size += text.length + 1;
    if (inputs <= bounds.inputs && size <= bounds.size) return text;
    isCut = true;
    return JSON.stringify(createCutLine(row.moment, inputs > bounds.inputs ? 'inputs' : 'size'));
  };
}

/** Converts a complete run to lines. */
export function createRunLines({ opening, inputs, cut }: RecordedRun): RunLine[] {
  const { moment } = inputs.at(-1) ?? opening;
  return [
    createRunLine({ opened: opening }),
    ...inputs.map(createRunLine),
    ...(cut ? [createCutLine(moment, cut)] : []),
  ];
}

/** Returns the state before the first input. Throws if the opening in a damaged file is not one. */
export function openRecordedPhone({ facts, claim, moment }: Opening): PhoneState {
  return openPhone(facts, claim, moment);
}

/** Replays a run. Yields each input with the effects that the phone had, and with the state after it. */
export function* replayRun({
  opening,
  inputs,
}: Pick<RecordedRun, 'opening' | 'inputs'>): Generator<
  RecordedInput & { readonly effects: readonly Effect[]; readonly state: PhoneState }
> {
  let state = openRecordedPhone(opening);
  for (const { input, moment } of inputs) {
    const after = step(state, input, moment);
    ({ state } = after);
    yield { input, moment, effects: after.effects, state };
  }
}

/** Puts the numbers of `odd` back into a line. */
export function restoreOddNumbers<T extends object>(line: T, odd: readonly OddNumber[]): T {
  if (odd.length === 0) return line;
  const copy = structuredClone(line);
  for (const [path, word] of odd) {
    let place: unknown = copy;
    for (const key of path.slice(0, -1)) place = getOwnField(place, key);
    const last = path.at(-1);
    if (last !== undefined && getOwnField(place, last) !== undefined)
      (place as Record<string | number, unknown>)[last] = Number(word);
  }
  return copy;
}

function createRunLine(row: RunRow): RunLine {
  if ('opened' in row) {
    const { facts, claim, moment } = row.opened;
    const { replicaId, own, orphans, orphansAreDead } = claim;
    const opened = { facts, claim: { replicaId, own, orphans, orphansAreDead }, moment };
    return { t: moment.now, from: 'local', opened, ...createOddField({ opened }) };
  }
  const { input, moment } = row;
  return { t: moment.now, from: 'local', input, moment, ...createOddField({ input, moment }) };
}

function createCutLine({ now }: Moment, cut: CutAt): RunLine {
  return { t: now, from: 'local', cut };
}

function createOddField(value: object): { odd?: readonly OddNumber[] } {
  const odd: OddNumber[] = [];
  collectOddNumbers(value, [], odd);
  return odd.length > 0 ? { odd } : {};
}

function collectOddNumbers(value: unknown, path: (string | number)[], odd: OddNumber[]): void {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) odd.push([[...path], String(value) as OddWord]);
    else if (Object.is(value, -0)) odd.push([[...path], '-0']);
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, each] of Object.entries(value)) {
    path.push(Array.isArray(value) ? Number(key) : key);
    collectOddNumbers(each, path, odd);
    path.pop();
  }
}

/** Reads own fields only, because a file may contain any name, such as `constructor`. */
function getOwnField(place: unknown, key: string | number): unknown {
  return typeof place === 'object' && place !== null && Object.hasOwn(place, key)
    ? (place as Record<string | number, unknown>)[key]
    : undefined;
}
