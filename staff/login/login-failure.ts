import { codes } from '#contract/codes.ts';
import { pinSpent } from '#contract/calls/people.ts';
import { ApiError } from '#client/api/api-error.ts';

/** How often a login waits for its turn, and how long each time (ms). */
const turnsToWait = 5;
const turnMs = 1_000;

type LoginFailure = 'wrong' | 'spent' | 'slow' | 'failed';

export function describeLoginFailure(error: Error): LoginFailure {
  switch (error instanceof ApiError ? error.code : undefined) {
    case codes.forbidden:
      return 'wrong';
    case pinSpent:
      return 'spent';
    case codes.tooManyRequests:
      return 'slow';
    default:
      return 'failed';
  }
}

/** Retry options of a login: wrong attempts from the same network may make it wait for its turn. */
export const loginRetry = {
  retry: (tries: number, error: Error) => describeLoginFailure(error) === 'slow' && tries < turnsToWait,
  retryDelay: turnMs,
};
