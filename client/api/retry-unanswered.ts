import { ApiError } from './api-error.ts';

/** How often a read is sent again if no answer came. */
const retries = 2;

/** For TanStack Query: sends a read again if no answer came. A refusal is final. */
export function retryUnanswered(failures: number, error: Error): boolean {
  return failures < retries && error instanceof ApiError && error.failure.kind === 'network';
}
