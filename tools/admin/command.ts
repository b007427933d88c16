import { parseArgs, type ParseArgsConfig } from 'node:util';
import { readConfig, type Config } from '#server/platform/config/config.ts';
import { StartError } from '#server/platform/lifecycle/start-error.ts';
import type { WholeMerchant } from '#server/menu/merchant-rows.ts';
import type { Admin } from '#server/back-office/admin/admin.ts';
import { escapeControls } from '../terminal/terminal-text.ts';

/** An invalid command line. The message is printed with the usage, and the exit status is 2. */
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
 * Runs an admin command: reads the command line and the environment, and prints errors as one line. The exit status is
 * 1 if the command failed, and 2 for an invalid command line.
 * @param act may return an exit status
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
    const { values, positionals } = parseOptions(options);
    const read = readConfig(process.env);
    if (!read.ok) throw new StartError(read.errors.join('; '));
    process.exitCode = (await act({ values, positionals, config: read.config })) ?? 0;
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`${escapeControls(error.message)}\n${usage}`);
      process.exitCode = 2;
      return;
    }
    // Any other error is a bug, so show its stack.
    if (!(error instanceof StartError)) throw error;
    console.error(escapeControls(error.message));
    process.exitCode = 1;
  }
}

function parseOptions<O extends Options>(options: O): Parsed<O> {
  try {
    return parseArgs({ args: process.argv.slice(2), allowPositionals: true, options });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

export function requireOneWord(positionals: readonly string[], what: string): string {
  const [word, ...more] = positionals;
  if (word === undefined) throw new UsageError(`${what} is missing`);
  if (more.length > 0) throw new UsageError(`one ${what} only, not also "${more.join(' ')}"`);
  return word;
}

/** Returns a restaurant. @throws StartError with the existing ids, for an unknown restaurant */
export async function requireMerchant(admin: Admin, id: string): Promise<WholeMerchant> {
  const whole = await admin.readMerchant(id);
  if (whole) return whole;
  const ids = await admin.listMerchantIds();
  const known = ids.length > 0 ? `there are ${ids.join(', ')}` : 'there is none yet';
  throw new StartError(`there is no merchant ${id}: ${known}`);
}
