// @module-tag long
/** Every phone of simulated tables is recorded. The recording replays to the last effect, redacted or not. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readLogFile, writeLogFile } from '#events/records/log-file.ts';
import { createRedactor } from '#events/records/redact.ts';
import { planOf } from '#dev/simulation/plan/draw.ts';
import { realRules } from '#dev/simulation/real-rules.ts';
import { run } from '#dev/simulation/run.ts';
import type { EngineOptions } from '#client/engine/cart-engine.ts';
import type * as engineModule from '#client/engine/engine.ts';
import type * as performModule from '#client/engine/perform.ts';
import type { Effect } from '#sync/ports/effect.ts';
import { readRuns } from '#sync/recording/recording-file.ts';
import { replayRun, createRunLines, createRunWriter, type RecordedRun } from '#sync/recording/recording.ts';
import { fieldsKeptOfUnread } from '#sync/protocols/snapshot/redact-unread.ts';
import { redactRun, posFields } from '#sync/recording/redact-run.ts';
import { parseHeader } from '#tests/log-files.ts';

/** The life of a page: the lines that a recorder would have written, and the page's effects. */
interface Recorded {
  readonly userId: string;
  readonly lines: string[];
  readonly effects: Effect[];
}

const { pages } = vi.hoisted(() => ({ pages: [] as Recorded[] }));

vi.mock('#client/engine/engine.ts', async (importOriginal) => {
  const real = await importOriginal<typeof engineModule>();
  return {
    ...real,
    createEngine(options: EngineOptions) {
      const lines: string[] = [];
      pages.push({ userId: options.log.userId, lines, effects: [] });
      const write = createRunWriter({ inputs: Infinity, size: Infinity });
      return real.createEngine({ ...options, record: (row) => void lines.push(write(row)!) });
    },
  };
});

vi.mock('#client/engine/perform.ts', async (importOriginal) => {
  const real = await importOriginal<typeof performModule>();
  return {
    ...real,
    createPerformer(world: performModule.PerformerOptions) {
      const { effects } = pages.at(-1)!;
      const hands = real.createPerformer(world);
      return {
        ...hands,
        perform(effect: Effect) {
          effects.push(effect);
          hands.perform(effect);
        },
      };
    },
  };
});

const tables = Math.ceil(Number(process.env['PROPERTY_RUNS'] ?? 1_000) / 80);
/** Inputs and effects that must have occurred. Otherwise the runs prove little. */
const mustHappen = [
  'start', 'wish', 'place', 'askPlacement', 'settle', 'answered', 'stored', 'message', 'connected', 'live', 'tab', 'lead', 'wake', 'time', 'close',
  'effect store', 'effect archive', 'effect send', 'effect giveUp', 'effect publish', 'effect postToTabs', 'effect notice', 'effect placeResult', 'effect report', 'effect end',
]; // prettier-ignore
const { warn, info, error } = console;
const silence = () => {};
beforeAll(() => void Object.assign(console, { warn: silence, info: silence, error: silence }));
afterAll(() => void Object.assign(console, { warn, info, error }));

const header = parseHeader();

function readBack(lines: readonly string[]): RecordedRun {
  const result = readLogFile(writeLogFile(header, [], { run: lines }));
  if (!result.ok || result.file.skipped.length > 0) throw new Error(JSON.stringify(result));
  const { runs, error: mistake } = readRuns(result.file.run ?? []);
  expect(mistake).toBeUndefined();
  expect(runs).toHaveLength(1);
  return runs[0]!;
}

const replayEffects = (recorded: RecordedRun) => [...replayRun(recorded)].flatMap(({ effects }) => effects);

const redact = createRedactor(header);

/** A line that no phone can read. */
const isWeighed = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  'quantity' in value &&
  !Number.isInteger(Number(value.quantity));

/**
 * The effects as JSON. Names and notes are redacted also in places that the redaction of a log skips: in a notice, and in
 * the keys of a trace (O2), of a change and of the result of a post (P2).
 */
const toComparable = (effects: readonly Effect[], isOriginal: boolean): unknown =>
  JSON.parse(
    JSON.stringify(isOriginal ? redact(effects) : effects, (field, value: unknown) => {
      if (posFields.has(field)) return undefined;
      // The digest of a hint for another tab depends on the texts of the view, so only its type is compared (G5).
      if (field === 'digest') return typeof value;
      if (isWeighed(value))
        return Object.fromEntries(Object.entries(value).filter(([said]) => fieldsKeptOfUnread.has(said)));
      if (['dishes', 'changes', 'result'].includes(field)) return Object.values(value ?? {});
      return field === 'clearedBy' && isOriginal ? redact({ userName: value }).userName : value;
    }),
  );

test(`${tables} tables: every page's run is replayed to its last effect, and redacted it does the same`, { timeout: Math.max(240_000, 2_000 * tables) }, async () => {
  const kinds = new Set<string>();
  let inputs = 0;
  for (let seed = 1; seed <= tables; seed += 1) {
    pages.length = 0;
    await run(planOf(String(seed)), { rules: realRules });
    expect(pages.length).toBeGreaterThan(1);
    for (const { lines, effects } of pages) {
      const recorded = readBack(lines);
      inputs += recorded.inputs.length;
      for (const { input } of recorded.inputs) kinds.add(input.kind);
      for (const { kind } of effects) kinds.add(`effect ${kind}`);
      expect(replayEffects(recorded)).toEqual(effects);

      const safe = readBack(createRunLines(redactRun(header, recorded)).map((line) => JSON.stringify(line)));
      expect(toComparable(replayEffects(safe), false), `seed ${seed}`).toEqual(toComparable(effects, true));
    }
  }
  expect(inputs).toBeGreaterThan(tables * 100);
  expect([...mustHappen].filter((kind) => !kinds.has(kind))).toEqual([]);
}); // prettier-ignore
