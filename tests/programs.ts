import { execFile, type ChildProcess, type ExecFileOptions } from 'node:child_process';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The set-up of a test has no `import.meta.resolve`. */
const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

/**
 * Returns the arguments with which Node runs a program of this repository. `npm test` has bundled the programs. Without
 * bundles a program runs from its source.
 * @param source e.g. `server/main.ts`
 */
export function getProgramArgs(source: string): string[] {
  const bundles = process.env['PROGRAM_BUNDLES'];
  return bundles === undefined
    ? ['--import', tsx, resolve(source)]
    : [join(bundles, source.replace(/\.ts$/, '.js'))];
}

export interface Ended {
  /** -1 if a signal ended the program. */
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program of this repository to its end. @param whileRunning receives the process, to type something in */
export async function runProgram(
  source: string,
  args: readonly string[],
  options: ExecFileOptions = {},
  whileRunning: (child: ChildProcess) => void = () => {},
): Promise<Ended> {
  return await new Promise((done) => {
    const text = { ...options, encoding: 'utf8' } as const;
    const child = execFile(
      process.execPath,
      [...getProgramArgs(source), ...args],
      text,
      (error, stdout, stderr) =>
        done({ status: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr }),
    );
    whileRunning(child);
  });
}
