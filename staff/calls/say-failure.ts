import i18next from 'i18next';
import { ApiError } from '#client/api/api-error.ts';
import { isOutOfReach } from './reach.ts';
import { showToast } from '#ui/feedback/show-toast.ts';

/** Shows a toast that says why a change failed. */
export function sayFailure(error: Error): void {
  showToast(describeFailure(error));
}

/** Says why a change failed. A refusal shows the server's message. */
export function describeFailure(error: Error): string {
  if (isOutOfReach(error)) return i18next.t('staff:offline.refused');
  const failure = error instanceof ApiError ? error.failure : undefined;
  return failure?.kind === 'refused'
    ? i18next.t('staff:refused', { msg: failure.msg })
    : i18next.t('staff:failed');
}
