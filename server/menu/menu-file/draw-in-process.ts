/**
 * Draws a picture that was sent in a process of its own. Decoders cannot be stopped from within: a drawing of 2 kB took
 * 64 s, whatever time limit they were given. A process can be killed, and takes a crash of a decoder with it.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { UploadFault, Square } from './draw-dish.ts';

export interface DrawJob {
  readonly bytes: Uint8Array;
  readonly square: Square | undefined;
}

export type Drawn = Uint8Array[] | UploadFault;

/** For everything that one picture costs, the start of the process too, ms. */
const longestMs = 10_000;

const program = fileURLToPath(new URL('drawing-process.ts', import.meta.url));
/** Where the package `tsx` is found. */
const root = fileURLToPath(new URL('../../..', import.meta.url));

export async function drawInProcess(job: DrawJob): Promise<Drawn | 'tooSlow'> {
  const child = fork(program, {
    cwd: root,
    execArgv: ['--import', 'tsx'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    timeout: longestMs,
    killSignal: 'SIGKILL',
  });
  return await new Promise((resolve, reject) => {
    child.once('message', (drawn) => resolve(drawn as Drawn));
    child.once('error', reject);
    // Where the memory does not suffice the system kills it, too.
    child.once('exit', (_code, signal) => resolve(signal === 'SIGKILL' ? 'tooSlow' : 'unreadable'));
    // Its exit says why a message could not be sent.
    child.send(job, () => undefined);
  });
}
