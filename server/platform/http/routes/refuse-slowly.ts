import { setTimeout as pause } from 'node:timers/promises';
import { codes } from '#contract/codes.ts';
import { Refusal } from './route.ts';

/** D37: how long a refusal for a budget takes, ms: whoever asks on and on would keep the server busy with it. */
const refusalMs = 500;

/** Throws the error; what was refused for a budget after half a second. */
export async function refuseSlowly(error: unknown): Promise<never> {
  if (error instanceof Refusal && error.status === codes.tooManyRequests) await pause(refusalMs);
  throw error;
}
