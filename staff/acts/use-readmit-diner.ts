import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { BodyOf } from '#contract/http/call.ts';
import { removeDiner } from '#contract/calls/staff.ts';
import { request } from '#client/api/call/request.ts';
import { sayFailure } from '../calls/say-failure.ts';
import { notifyDone } from './last-act.ts';

/** Lets a removed diner sit down again, and says what that does not restore. */
export function useReadmitDiner() {
  const { t } = useTranslation('staff');
  const { mutate } = useMutation({
    mutationFn: (body: BodyOf<typeof removeDiner>) => request(removeDiner, { body: { ...body, undo: true } }),
    onSuccess: () => notifyDone(t('acts.mayReturn')),
    onError: sayFailure,
  });
  return mutate;
}
