import { setTimeout as pause } from 'node:timers/promises';
import { codes } from '#contract/codes.ts';
import { Refusal } from './route.ts';

/** The delay of a 429, in ms. Without it, a client that repeats at once would keep the server busy with refusals. */
const refusalMs = 500;

/** Throws the error, but a 429 only after a delay. */
export async function refuseSlowly(error: unknown): Promise<never> {
  if (error instanceof Refusal && error.status === codes.tooManyRequests) await pause(refusalMs);
  throw error;
}
