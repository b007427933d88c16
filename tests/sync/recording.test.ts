import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeLogFile } from '#events/records/log-file.ts';
import type { Effect } from '#sync/ports/effect.ts';
import type { Input, Moment } from '#sync/ports/input.ts';
import { readRuns, type ReadRuns } from '#sync/recording/recording-file.ts';
import {
  openRecordedPhone,
  replayRun,
  createRunWriter,
  type Opening,
  type RunRow,
} from '#sync/recording/recording.ts';
import { step } from '#sync/step.ts';
import { emptyClaim, usualFacts } from '#testing/phones/stepped-phone.ts';
import { forAll } from '#tests/properties/for-all.ts';
import { parseHeader, readLog } from '#tests/log-files.ts';

const header = parseHeader({ replicaId: 'r1' });
const author = { userId: 'u1', userName: 'Ann' };
const createMoment = (n: number): Moment => ({
  now: 1_700_000_000_000 + n * 700,
  uptime: n * 700,
  chance: (n % 10) / 10,
  id: `m${n}`,
  looking: n % 3 > 0,
});
const opening: Opening = { facts: usualFacts, claim: emptyClaim, moment: createMoment(0) };
const start: Input = { kind: 'start', author, leads: true };
const createCommandInput = (productId: string): Input => ({
  kind: 'wish',
  author,
  command: { kind: 'add', item: { productId, categoryId: 'c', notes: '', modifiers: [] }, quantity: 1 },
});

/** Records a run of these inputs. */
function recordRun(inputs: readonly Input[], bounds?: Parameters<typeof createRunWriter>[0]) {
  const write = createRunWriter(bounds);
  const lines: (string | undefined)[] = [];
  const record = (row: RunRow) => lines.push(write(row));
  record({ opened: opening });
  let state = openRecordedPhone(opening);
  const effects: (readonly Effect[])[] = [];
  inputs.forEach((input, index) => {
    const moment = createMoment(index + 1);
    record({ input, moment });
    const after = step(state, input, moment);
    ({ state } = after);
    effects.push(after.effects);
  });
  return { lines, written: lines.flatMap((line) => line ?? []), effects, state };
}

function readBack(lines: readonly string[]): ReadRuns {
  const file = readLog(writeLogFile(header, [], { run: lines }));
  expect(file.skipped).toEqual([]);
  return readRuns(file.run ?? []);
}

const readOneRun = (lines: readonly string[]) => {
  const { runs, error } = readBack(lines);
  expect(error).toBeUndefined();
  expect(runs).toHaveLength(1);
  return runs[0]!;
};

const failure = fc.oneof(
  fc.record({ kind: fc.constant('retry' as const), reason: fc.string() }),
  fc.record({
    kind: fc.constant('busy' as const),
    reason: fc.string(),
    afterMs: fc.oneof(fc.double(), fc.constantFrom(Infinity, -Infinity, NaN, -0, undefined)),
  }),
  fc.record({
    kind: fc.constant('refused' as const),
    code: fc.constantFrom(2025, 404, 401),
    msg: fc.string(),
  }),
);
const anyInput: fc.Arbitrary<Input> = fc.oneof(
  fc.constantFrom('1', '2').map(createCommandInput),
  fc.integer({ min: -1, max: 3 }).map(
    (guests): Input => ({ kind: 'wish', author, command: { kind: 'setGuests', guests } }),
  ),
  fc.record({ number: fc.integer({ min: 1, max: 6 }), failure }).map(
    ({ number, failure: why }): Input => ({ kind: 'answered', number, call: 'post', answer: { ok: false, failure: why } }),
  ),
  fc.integer({ min: 1, max: 6 }).map(
    (number): Input => ({
      kind: 'answered',
      number,
      call: 'snapshot',
      answer: { ok: true, value: { plain: true, serverVersion: { cartRowVersion: number }, carts: [] } },
    }),
  ),
  fc.record({ batch: fc.integer({ min: 1, max: 6 }), ok: fc.boolean() }).map(
    (fields): Input => ({ kind: 'stored', ...fields }),
  ),
  fc.constantFrom<Input[]>(
    { kind: 'time' },
    { kind: 'wake' },
    { kind: 'flush' },
    { kind: 'connected' },
    { kind: 'place', author, request: { orderCode: undefined }, online: true },
    // An unreadable input, which `step` reports.
    { kind: 'answered', number: 1, call: 'post', answer: null as never },
  ),
); // prettier-ignore

describe('a recorded run', () => {
  test('is the same when read from a file, and replays to the same effects', { timeout: 120_000 }, () => {
    let odd = 0;
    forAll(fc.array(anyInput, { maxLength: 12 }), (inputs) => {
      const { written, effects, state } = recordRun([start, ...inputs]);
      if (written.some((line) => line.includes('"odd"'))) odd += 1;
      const run = readOneRun(written);
      const replayed = [...replayRun(run)];
      expect(replayed.map((each) => each.effects)).toEqual(effects);
      expect(replayed.at(-1)?.state.outbox).toEqual(state.outbox);
      expect(run.cut).toBeUndefined();
    });
    expect(odd).toBeGreaterThan(50);
  });

  test('keeps numbers that JSON cannot express', { timeout: 120_000 }, () => {
    forAll(fc.double(), fc.double(), (afterMs, uptime) => {
      const input: Input = {
        kind: 'answered',
        number: 1,
        call: 'post',
        answer: { ok: false, failure: { kind: 'busy', reason: '', afterMs } },
      };
      const write = createRunWriter();
      const moment = { ...createMoment(1), uptime };
      const lines = [write({ opened: opening }), write({ input, moment })].flatMap((line) => line ?? []);
      expect(readOneRun(lines).inputs).toEqual([{ input, moment }]);
    });
  });

  test('ends at the limit of inputs, and says so', () => {
    const { lines, written } = recordRun(
      [start, createCommandInput('1'), createCommandInput('2'), createCommandInput('3')],
      { inputs: 2, size: 1e9 },
    );
    expect(lines.map((line) => line !== undefined)).toEqual([true, true, true, true, false]);
    const run = readOneRun(written);
    expect(run.inputs.map(({ input }) => input.kind)).toEqual(['start', 'wish']);
    expect(run.cut).toBe('inputs');
  });

  test('ends at the limit of its size, not counting the opening', () => {
    const whole = recordRun([start, createCommandInput('1')]).written;
    const size = whole.slice(1).reduce((sum, line) => sum + line.length + 1, 0);
    expect(
      readOneRun(recordRun([start, createCommandInput('1')], { inputs: 9, size }).written),
    ).toMatchObject({
      cut: undefined,
    });
    const run = readOneRun(
      recordRun([start, createCommandInput('1')], { inputs: 9, size: size - 1 }).written,
    );
    expect([run.inputs.length, run.cut]).toEqual([1, 'size']);
  });

  test('each opening starts a run of its own', () => {
    const { written } = recordRun([start]);
    const { runs } = readBack([...written, ...written]);
    expect(runs.map(({ inputs }) => inputs.length)).toEqual([1, 1]);
  });
});

describe('an invalid line of a run is named', () => {
  const [opened, first, second] = recordRun([start, createCommandInput('1')]).written as [
    string,
    string,
    string,
  ];
  const line = (value: object) => JSON.stringify({ t: 1, from: 'local', ...value });
  test.each<[what: string, lines: string[], line: number, reason: RegExp, runs: number]>([
    ['an input before any opening', [first], 2, /no run was opened/, 0],
    ['an input after the end', [opened, line({ cut: 'size' }), first], 4, /no run was opened/, 1],
    ['a kind of a later program', [opened, first, line({ input: { kind: 'dream' }, moment: createMoment(1) })], 4, /^input\.kind: /, 1],
    ['an input without its moment', [opened, line({ input: start })], 3, /^moment: /, 1],
    ['an input that lacks a field', [opened, line({ input: { kind: 'start', author }, moment: createMoment(1) })], 3, /^input\.leads: /, 1],
    ['an opening without its log', [line({ opened: { ...opening, facts: { ...usualFacts, log: {} } } })], 2, /^opened\.facts\.log\.merchantId: /, 0],
    ['an unknown end', [opened, line({ cut: 'boredom' })], 3, /^cut: /, 1],
    ['invalid odd numbers', [opened, second.replace(/\}$/, ',"odd":[["moment"]]}')], 3, /^odd\./, 1],
  ])('%s', (_, lines, number, reason, count) => {
    const { runs, error } = readBack(lines);
    expect(error?.line).toBe(number);
    expect(error?.reason).toMatch(reason);
    expect(runs).toHaveLength(count);
  }); // prettier-ignore

  test('an odd number for a missing field changes nothing', () => {
    const odd = [
      [['moment', '__proto__', 'x'], 'NaN'],
      [['input', 'none'], 'NaN'],
      [[], 'NaN'],
    ];
    const { inputs } = readOneRun([opened, first.replace(/\}$/, `,"odd":${JSON.stringify(odd)}}`)]);
    expect(inputs).toEqual([{ input: start, moment: createMoment(1) }]);
  });
});
