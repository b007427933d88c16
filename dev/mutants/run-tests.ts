import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export type Verdict =
  | { readonly kind: 'passed' }
  /** The first test that failed, with the titles around it. */
  | { readonly kind: 'failed'; readonly test: string }
  /** No test said so: the tests could not be run, or did not end. */
  | { readonly kind: 'brokenDown'; readonly reason: string };

interface Report {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** After so long a run is ended, ms. */
const limitMs = 5 * 60_000;
/** As `npm test` runs them: on SQLite, with its number of runs and seeds. */
const environment: NodeJS.ProcessEnv = { ...process.env, TEST_DATABASE_URL: '' };
for (const name of ['PROPERTY_RUNS', 'SIM_SEEDS', 'SIM_FROM', 'SIM_SEED']) delete environment[name];

/** Runs test files in a copy of the project, as `npm test` does, up to the first that fails. */
export async function runTests(folder: string, tests: readonly string[]): Promise<Verdict> {
  const file = join(folder, 'report.json');
  rmSync(file, { force: true });
  const options = ['--project', '!unit-hub', '--bail', '1', '--maxWorkers', '1', '--reporter', 'json'];
  const isInTime = await ends(folder, ['run', ...options, '--outputFile', file, ...tests]);
  if (!isInTime) return { kind: 'brokenDown', reason: `not done after ${limitMs / 1000} s` };
  if (!existsSync(file)) return { kind: 'brokenDown', reason: 'the tests did not start' };
  const { success, numPassedTests, testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report;
  if (success)
    return numPassedTests > 0 ? { kind: 'passed' } : { kind: 'brokenDown', reason: 'no test was run' };
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === 'failed');
  if (failed) return { kind: 'failed', test: failed.fullName };
  const reason = testResults.map(({ message }) => message).find((message) => message !== '');
  return { kind: 'brokenDown', reason: reason ?? 'no test failed, yet the run did' };
}

/** False when it had to be ended; its children go with it. */
async function ends(folder: string, options: readonly string[]): Promise<boolean> {
  const child = spawn(process.execPath, [join('node_modules', 'vitest', 'vitest.mjs'), ...options], {
    cwd: folder,
    env: environment,
    stdio: 'ignore',
    detached: true,
  });
  const end = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  };
  process.once('exit', end);
  try {
    return await new Promise<boolean>((resolve, reject) => {
      const timer = setTimeout(() => {
        end();
        resolve(false);
      }, limitMs);
      child.on('error', reject);
      child.on('exit', () => {
        clearTimeout(timer);
        resolve(true);
      });
    });
  } finally {
    process.off('exit', end);
  }
}
