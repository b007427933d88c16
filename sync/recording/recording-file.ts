/**
 * Reads runs from a log file. The schemas are loose, so that reports with odd inputs can be replayed. `step` handles any
 * input without throwing.
 */
import * as z from 'zod/mini';
import type { FileLine } from '#events/records/log-file.ts';
import type { Input } from '../ports/input.ts';
import {
  restoreOddNumbers,
  type OddNumber,
  type Opening,
  type RecordedRun,
  type RecordedInput,
} from './recording.ts';

/** An error in a run, with the line of the file. */
export interface RunError {
  readonly line: number;
  readonly reason: string;
}

export interface ReadRuns {
  /** All runs, or those up to the error. The last one may be incomplete. */
  readonly runs: readonly RecordedRun[];
  readonly error: RunError | undefined;
}

/** Reads the lines of a file that belong to runs. Each opening starts another run. */
export function readRuns(lines: readonly FileLine[]): ReadRuns {
  const runs: { opening: Opening; inputs: RecordedInput[]; cut: RecordedRun['cut'] }[] = [];
  for (const { line, value } of lines) {
    const read = readLine(value);
    if (!read.ok) return { runs, error: { line, reason: read.reason } };
    const row = read.value;
    const run = runs.at(-1);
    if ('opened' in row) runs.push({ opening: row.opened, inputs: [], cut: undefined });
    else if (!run || run.cut) return { runs, error: { line, reason: 'no run was opened before it' } };
    else if ('cut' in row) run.cut = row.cut;
    else run.inputs.push({ input: row.input, moment: row.moment });
  }
  return { runs, error: undefined };
}

/** Accepts NaN and infinities, too. */
const number = z.custom<number>((value) => typeof value === 'number', 'expected number');
const object = z.looseObject({});
const author = z.looseObject({ userId: z.string(), userName: z.optional(z.string()) });
const moment = z.looseObject({
  now: number,
  uptime: number,
  chance: number,
  id: z.string(),
  looking: z.boolean(),
});

const replica = z.looseObject({
  replicaId: z.string(),
  state: z.looseObject({
    lastSeq: number,
    clock: z.tuple([number, number]),
    successor: z.string(),
    renamed: z.record(z.string(), z.string()),
  }),
  records: z.array(z.looseObject({ t: number, from: z.string() })),
  nextIndex: number,
});

const opened = z.looseObject({
  facts: z.looseObject({
    log: z.looseObject({
      merchantId: z.string(),
      tableId: z.string(),
      sessionId: z.string(),
      userId: z.string(),
    }),
    table: z.looseObject({ tableId: z.string(), tableName: z.string() }),
    earlierIds: z.array(z.string()),
    summaryAfter: number,
  }),
  claim: z.looseObject({
    replicaId: z.string(),
    own: z.optional(replica),
    orphans: z.array(replica),
    orphansAreDead: z.boolean(),
  }),
  moment,
});

/** The fields of each kind of input, without `kind`. */
const inputFields = {
  start: { author, leads: z.boolean() },
  wish: { author, command: z.looseObject({ kind: z.string() }) },
  place: { author, request: object, online: z.boolean() },
  askPlacement: { author, keepOn: z.boolean() },
  settle: {},
  refresh: {},
  sawMissed: {},
  tell: { messageType: z.string(), data: object },
  // `step` itself validates answers.
  answered: { number, call: z.string(), answer: z.unknown() },
  stored: { batch: number, ok: z.boolean() },
  message: {
    incoming: z.looseObject({ message: z.looseObject({ messageType: z.string(), data: object }) }),
    browserId: z.string(),
  },
  connected: {},
  live: { isLive: z.boolean() },
  tab: { message: z.looseObject({ kind: z.string() }) },
  lead: { leads: z.boolean() },
  wake: {},
  flush: {},
  time: {},
  close: {},
} satisfies Record<Input['kind'], z.core.$ZodLooseShape>;

const inputKind = z.looseObject({ kind: z.enum(Object.keys(inputFields) as Input['kind'][]) });
const odd = z.optional(
  z.array(
    z.tuple([
      z.array(z.union([z.string(), z.number()])),
      z.enum(['Infinity', '-Infinity', 'NaN', '-0'] satisfies OddNumber[1][]),
    ]),
  ),
);
const cut = z.looseObject({ cut: z.enum(['inputs', 'size']) });

type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };

/** Validates a line. Returns it with its odd numbers restored. */
function readLine(value: object): Read<{ opened: Opening } | RecordedInput | { cut: 'inputs' | 'size' }> {
  const numbers = z.safeParse(odd, (value as { odd?: unknown }).odd);
  if (!numbers.success) return rejectLine(numbers.error, ['odd']);
  const line = restoreOddNumbers(value, numbers.data ?? []);
  if ('opened' in line) return validateLine(line, z.looseObject({ opened }));
  if ('cut' in line) return validateLine(line, cut);
  const { input } = line as { input?: unknown };
  const kind = z.safeParse(inputKind, input);
  if (!kind.success) return rejectLine(kind.error, ['input']);
  return validateLine(line, z.looseObject({ input: z.looseObject(inputFields[kind.data.kind]), moment }));
}

function validateLine<T>(line: object, schema: z.ZodMiniType): Read<T> {
  const parsed = z.safeParse(schema, line);
  return parsed.success ? { ok: true, value: line as T } : rejectLine(parsed.error);
}

function rejectLine(error: z.core.$ZodError, before: readonly string[] = []): Read<never> {
  const [issue] = error.issues;
  const path = [...before, ...(issue?.path ?? [])].join('.');
  return { ok: false, reason: `${path}: ${issue?.message ?? 'can not be read'}` };
}
