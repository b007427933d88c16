import { parseArgs } from 'node:util';

export const replayUsage =
  'usage: npm run replay -- [--json] [--steps | --at N] [--go-on] FILE…\n' +
  '       npm run replay -- --why ID [--at N] [--go-on] FILE…\n' +
  '       npm run replay -- --merge [--json] [--go-on] FILE FILE…\n' +
  '       npm run replay -- --inputs [--json] [--go-on] FILE…\n' +
  '       npm run replay -- --to-test NAME [--at N] [--force] [--names] FILE…\n' +
  '  without --json  prints tables for people\n' +
  '  --json          prints the view after the last record as one line of JSON\n' +
  '  --steps         with --json: prints the view after every record\n' +
  '  --at N          stops after record N\n' +
  '  --why ID        explains the result of this event, with the merge rule\n' +
  '  --merge         compares the phones of one table session\n' +
  '  --inputs        prints the recorded inputs of a phone, and its decisions\n' +
  '  --go-on         continues after a mistake in a file (the exit status stays 1)\n' +
  '  --to-test NAME  writes a regression case to tests/regressions/log-NAME\n' +
  '  --force         replaces an existing case\n' +
  '  --names         keeps names and notes\n' +
  'exit status: 0 done, 1 a file was not read completely or the case was not made, 2 invalid command line';

/** The folder of the regression cases, relative to the root of the project. */
export const casesFolder = 'tests/regressions';

/** The options of `--to-test`. */
export interface TestOptions {
  readonly name: string;
  /** The number of the last record in the case. */
  readonly at: number | undefined;
  readonly force: boolean;
  /** Keep names and notes. */
  readonly names: boolean;
  readonly into: string;
}

export interface ReplayCommand {
  readonly kind: 'asked';
  readonly paths: readonly string[];
  readonly json: boolean;
  readonly steps: boolean;
  readonly at: number | undefined;
  readonly goOn: boolean;
  readonly why: string | undefined;
  readonly isMerge: boolean;
  /** Show the recorded inputs instead of the logs. */
  readonly isInputs: boolean;
  /** `--to-test` */
  readonly toTest: TestOptions | undefined;
}

export type ParsedCommand =
  | ReplayCommand
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly complaint: string | undefined; readonly showUsage: boolean };

export function parseReplayArgs(args: readonly string[]): ParsedCommand {
  let parsed;
  try {
    parsed = parseOptions(args);
  } catch (error) {
    return reject((error as Error).message, true);
  }
  const { values, positionals: paths } = parsed;
  if (values.help) return { kind: 'help' };
  if (paths.length === 0) return reject(undefined, true);
  const { json, steps, merge: isMerge, inputs: isInputs, 'go-on': goOn, why } = values;
  const others = [steps, isMerge, values.at, why, values['to-test']];
  if (isInputs && others.some((each) => each !== undefined && each !== false)) return reject('--inputs goes with --json and --go-on alone');
  if (why !== undefined && (json || steps || isMerge || values['to-test'] !== undefined)) return reject('--why goes with --at and --go-on alone');
  const at = values.at === undefined ? undefined : Number(values.at);
  if (at !== undefined && !(Number.isInteger(at) && at >= 0))
    return reject(`--at takes a record's number, not "${values.at}"`);
  const name = values['to-test'];
  const { force = false, names = false } = values;
  if (name === undefined) {
    const lone = (['force', 'names'] as const).find((each) => values[each] !== undefined);
    if (lone) return reject(`--${lone} goes with --to-test`);
    if (isMerge && (steps || at !== undefined)) return reject('--merge goes with --json, not with --steps or --at');
    return { kind: 'asked', paths, json, steps, at, goOn, why, isMerge, isInputs, toTest: undefined };
  }
  if (json || steps || goOn || isMerge) return reject('--to-test goes with --at, --force and --names alone');
  const toTest = { name, at, force, names, into: casesFolder };
  return { kind: 'asked', paths, json, steps, at: undefined, goOn, why, isMerge, isInputs, toTest };
} // prettier-ignore

function parseOptions(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      steps: { type: 'boolean', default: false },
      at: { type: 'string' },
      why: { type: 'string' },
      merge: { type: 'boolean', default: false },
      inputs: { type: 'boolean', default: false },
      'go-on': { type: 'boolean', default: false },
      'to-test': { type: 'string' },
      force: { type: 'boolean' },
      names: { type: 'boolean' },
      help: { type: 'boolean', default: false },
    },
  });
}

function reject(complaint: string | undefined, showUsage = false): ParsedCommand {
  return { kind: 'wrong', complaint, showUsage };
}
