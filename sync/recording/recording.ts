/**
 * What a phone's engine was told from its opening on, kept to be told once more: a run that is recorded can be replayed
 * to its last effect. Pure.
 */
import type { Effect } from '../ports/effect.ts';
import type { Input, Moment } from '../ports/input.ts';
import { openPhone, type ClaimedLog } from '../open.ts';
import type { Facts, PhoneState } from '../state/phone-state.ts';
import { step } from '../step.ts';

/** The first state comes of these alone. */
export interface Opening {
  readonly facts: Facts;
  readonly claim: ClaimedLog;
  readonly moment: Moment;
}

/** An input, and when it came. */
export interface RecordedInput {
  readonly input: Input;
  readonly moment: Moment;
}

/** What an engine hands over, in this order: its opening, then every input before it is taken. */
export type RunRow = { readonly opened: Opening } | RecordedInput;

/** The bound that a run was cut at. */
export type CutAt = 'inputs' | 'size';

/** From the opening of an engine to its end, or to the bound. */
export interface RecordedRun {
  readonly opening: Opening;
  readonly inputs: readonly RecordedInput[];
  /** The engine was told more; undefined: the run is whole, or the page ended. */
  readonly cut: CutAt | undefined;
}

/** Of one run: so many inputs, and so much JSON without the opening, in UTF-16 code units. */
export const runBounds = { inputs: 5_000, size: 2_000_000 };

/** A number that JSON has no word for, and where it stands. */
export type OddNumber = readonly [path: readonly (string | number)[], value: OddWord];
export type OddWord = 'Infinity' | '-Infinity' | 'NaN' | '-0';

/** L3: a line of a run among those of a log file. */
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
 * Makes the lines of one run, as text without line feeds, and ends them at the bound with a line that says so.
 * @returns what writes a row; undefined: the bound was reached before
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

/** The lines of a whole run. */
export function createRunLines({ opening, inputs, cut }: RecordedRun): RunLine[] {
  const { moment } = inputs.at(-1) ?? opening;
  return [
    createRunLine({ opened: opening }),
    ...inputs.map(createRunLine),
    ...(cut ? [createCutLine(moment, cut)] : []),
  ];
}

/** The state before the first input. Throws where the opening of a damaged file is none. */
export function openRecordedPhone({ facts, claim, moment }: Opening): PhoneState {
  return openPhone(facts, claim, moment);
}

/** What every input of a run came to: the very effects that the phone had, and the state after them. */
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

/** What a line says beside JSON is put back into it. */
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

/** Own fields only: a file may name anything. */
function getOwnField(place: unknown, key: string | number): unknown {
  return typeof place === 'object' && place !== null && Object.hasOwn(place, key)
    ? (place as Record<string | number, unknown>)[key]
    : undefined;
}
