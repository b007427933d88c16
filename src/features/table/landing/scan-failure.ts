import { codes } from '#contract/codes.ts';
import { ApiError } from '#client/api/api-error.ts';

/** Why a scan did not lead to a table. */
type ScanFailure = 'unknown' | 'unavailable' | 'network' | 'other';

export function scanFailure(error: unknown): ScanFailure {
  if (!(error instanceof ApiError)) return 'other';
  if (error.failure.kind === 'network') return 'network';
  switch (error.code) {
    case codes.notFound:
      return 'unknown';
    case codes.tableUnavailable:
      return 'unavailable';
    default:
      return 'other';
  }
}
