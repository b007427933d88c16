/** What waiting for the disk takes in the same seconds: no durable change is faster. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** @param folder on the disk in question @returns what ends it, and answers the times, ms */
export async function startProbe(folder: string): Promise<() => Promise<readonly number[]>> {
  const child = fork(fileURLToPath(new URL('fsync-probe.mjs', import.meta.url)), [folder], { execArgv: [] });
  await once(child, 'spawn');
  return async () => {
    const answer = once(child, 'message');
    child.send('stop');
    const [times] = (await answer) as [readonly number[]];
    return times;
  };
}
