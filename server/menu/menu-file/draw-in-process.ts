/**
 * Draws an uploaded picture in a child process, because a decoder cannot be stopped from within. In a test, an SVG of 2
 * kB took 64 s despite a time limit. A child process can be killed, and a crash of a decoder ends only the child.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { DrawnUpload, PictureShape, UploadFault, Square } from './draw-dish.ts';

export interface DrawJob {
  readonly bytes: Uint8Array;
  readonly square: Square | undefined;
  readonly shape: PictureShape;
}

export type DrawResult = DrawnUpload | UploadFault;

/** Time limit of one picture, including the start of the process, ms. */
const usualTimeoutMs = 10_000;

const program = fileURLToPath(new URL('drawing-process.ts', import.meta.url));
/** The folder with `node_modules`, for the loader `tsx`. */
const root = fileURLToPath(new URL('../../..', import.meta.url));

export async function drawInProcess(
  job: DrawJob,
  timeoutMs = usualTimeoutMs,
): Promise<DrawResult | 'tooSlow'> {
  const child = fork(program, {
    cwd: root,
    execArgv: ['--import', 'tsx'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  return await new Promise((resolve, reject) => {
    child.once('message', (drawn) => resolve(drawn as DrawResult));
    child.once('error', reject);
    // The system also kills the child if memory runs out.
    child.once('exit', (_code, signal) => resolve(signal === 'SIGKILL' ? 'tooSlow' : 'unreadable'));
    // An error here is ignored: if the child ended early, `exit` reports it.
    child.send(job, () => undefined);
  });
}
