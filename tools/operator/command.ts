import { parseArgs, type ParseArgsConfig } from 'node:util';
import { readConfig, type Config } from '#server/platform/config/config.ts';
import { StartError } from '#server/platform/lifecycle/start-error.ts';
import type { WholeMerchant } from '#server/menu/merchant-rows.ts';
import type { Admin } from '#server/back-office/admin/admin.ts';
import { harmless } from '../terminal/terminal-text.ts';

/** A command that makes no sense: said with the way to use it, status 2. */
export class UsageError extends Error {}

type Options = NonNullable<ParseArgsConfig['options']>;
type Parsed<O extends Options> = ReturnType<
  typeof parseArgs<{ options: O; allowPositionals: true; args: string[] }>
>;

export interface Given<O extends Options> {
  readonly values: Parsed<O>['values'];
  readonly positionals: readonly string[];
  readonly config: Config;
}

/**
 * Runs a command of whoever runs the server: reads the command line and the environment, and says in a line what is
 * wrong. The exit status is 1 when the command could not be done, 2 when it makes no sense.
 * @param act may answer an exit status
 */
export async function runCommand<const O extends Options>(
  usage: string,
  options: O,
  act: (given: Given<O>) => Promise<number | void>,
): Promise<void> {
  try {
    if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) {
      console.log(usage);
      return;
    }
    const { values, positionals } = parsed(options);
    const read = readConfig(process.env);
    if (!read.ok) throw new StartError(read.errors.join('; '));
    process.exitCode = (await act({ values, positionals, config: read.config })) ?? 0;
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`${harmless(error.message)}\n${usage}`);
      process.exitCode = 2;
      return;
    }
    // Anything else is a bug, and its stack is wanted.
    if (!(error instanceof StartError)) throw error;
    console.error(harmless(error.message));
    process.exitCode = 1;
  }
}

function parsed<O extends Options>(options: O): Parsed<O> {
  try {
    return parseArgs({ args: process.argv.slice(2), allowPositionals: true, options });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

export function onlyWord(positionals: readonly string[], what: string): string {
  const [word, ...more] = positionals;
  if (word === undefined) throw new UsageError(`${what} is missing`);
  if (more.length > 0) throw new UsageError(`one ${what} only, not also "${more.join(' ')}"`);
  return word;
}

/** The restaurant of this id; a StartError that names those that are there when there is none. */
export async function merchantOf(operator: Admin, id: string): Promise<WholeMerchant> {
  const whole = await operator.readMerchant(id);
  if (whole) return whole;
  const ids = await operator.merchantIds();
  const known = ids.length > 0 ? `there are ${ids.join(', ')}` : 'there is none yet';
  throw new StartError(`there is no merchant ${id}: ${known}`);
}
