import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { staffLogoutEverywhere } from '#contract/calls/staff.ts';
import { request } from '#client/api/call/request.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Small, Text } from '#ui/primitives.tsx';
import { sayFailure } from '../../../calls/say-failure.ts';
import { Question } from '../../Question.tsx';

/** Ends all staff sessions of the restaurant, for a lost tablet or a person who has left. */
export function LogOutEverywhere() {
  const { t } = useTranslation(['house', 'staff']);
  const [isAsked, setAsked] = useState(false);
  const queries = useQueryClient();
  const end = useMutation({
    mutationFn: () => request(staffLogoutEverywhere, { body: {} }),
    onSuccess: () => queries.resetQueries({ queryKey: ['staff'] }),
    onError: sayFailure,
  });

  return (
    <section>
      <Text as="h2" $type="heading">
        {t('access.sessions')}
      </Text>
      <Small $below="md">{t('access.sessionsText')}</Small>
      <Button variant="secondary" busy={end.isPending} onClick={() => setAsked(true)}>
        {t('access.everywhere')}
      </Button>
      <Question
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t('access.everywhereTitle')}
        text={t('access.everywhereText')}
        yes={t('access.everywhere')}
        no={t('staff:orders.keep')}
        onYes={end.mutate}
      />
    </section>
  );
}
