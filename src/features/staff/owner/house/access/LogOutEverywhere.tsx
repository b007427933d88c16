import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { staffLogoutEverywhere } from '#contract/calls/staff.ts';
import { request } from '#src/kit/api/call/client.ts';
import { Button } from '#src/kit/ui/controls/Button.tsx';
import { Dialog } from '#src/kit/ui/layers/Dialog.tsx';
import { Small, Text } from '#src/kit/ui/primitives.tsx';
import { sayFailure } from '../../../calls/say-failure.ts';

/** Ends every session of the restaurant's staff page, for a tablet that is lost or somebody who has left. */
export function LogOutEverywhere() {
  const { t } = useTranslation(['house', 'staff']);
  const [isAsked, setAsked] = useState(false);
  const queries = useQueryClient();
  const end = useMutation({
    mutationFn: () => request(staffLogoutEverywhere, { body: {} }),
    onSuccess: () => queries.resetQueries({ queryKey: ['staff'] }),
    onError: sayFailure,
  });
  const handleYes = () => {
    setAsked(false);
    end.mutate();
  };

  return (
    <section>
      <Text as="h2" $type="heading">
        {t('access.sessions')}
      </Text>
      <Small $below="md">{t('access.sessionsText')}</Small>
      <Button variant="secondary" busy={end.isPending} onClick={() => setAsked(true)}>
        {t('access.everywhere')}
      </Button>
      <Dialog
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t('access.everywhereTitle')}
        text={t('access.everywhereText')}
        actions={
          <>
            <Button wide variant="danger" onClick={handleYes}>
              {t('access.everywhere')}
            </Button>
            <Button wide variant="quiet" onClick={() => setAsked(false)}>
              {t('staff:orders.keep')}
            </Button>
          </>
        }
      />
    </section>
  );
}
