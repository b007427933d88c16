import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getOpening } from '#contract/calls/opening.ts';
import { request } from '#client/api/call/request.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Banner } from '#ui/feedback/Banner.tsx';
import { Row, Text } from '#ui/primitives.tsx';
import { useClock } from '../../../use-clock.ts';

/** Shows what diners read now, and asks the server again on a tap. @param version of the saved hours */
export function OpeningNow({ merchantId, version }: { merchantId: string; version: string }) {
  const { t } = useTranslation('house');
  const moment = useClock({ weekday: 'short', hour: 'numeric', minute: '2-digit' });
  const { data, isFetching, refetch } = useQuery({
    queryKey: ['staff', 'opening', merchantId, version],
    queryFn: () => request(getOpening, { query: { merchantId } }),
  });
  if (!data) return null;
  const { state, until, text } = data;
  const ends = until === undefined ? undefined : moment.format(until);
  return (
    <Banner tone={state === 'open' ? 'info' : 'warning'}>
      <Text $type="strong">
        {state !== 'open'
          ? t('opening.now.not')
          : ends === undefined
            ? t('opening.now.open')
            : t('opening.now.openUntil', { time: ends })}
      </Text>
      {text !== '' && <p>{t('opening.now.read', { text })}</p>}
      <Row>
        <Button variant="quiet" busy={isFetching} onClick={() => void refetch()}>
          {t('opening.now.check')}
        </Button>
      </Row>
    </Banner>
  );
}
