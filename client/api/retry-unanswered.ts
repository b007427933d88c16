import { ApiError } from './api-error.ts';

const retries = 2;

/**
 * The `retry` option of TanStack Query. A read is sent again if no answer came. Any answer from the server is final, even
 * a 5xx.
 */
export function retryUnanswered(failures: number, error: Error): boolean {
  return failures < retries && error instanceof ApiError && error.failure.kind === 'network';
}
