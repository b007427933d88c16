import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/controls/Button.tsx';
import { Banner } from '#ui/feedback/Banner.tsx';
import { Box, Row, Text } from '#ui/primitives.tsx';
import { cancelAct, clearNotDone, useNotDone, useWaitingActs } from '../calls/act-queue.ts';
import { useClock } from '../use-clock.ts';

/** The actions that wait for the network, and those that were refused after they had waited. */
export function WaitingActs() {
  const { t } = useTranslation('staff');
  const queries = useQueryClient();
  const clock = useClock({ timeStyle: 'short' });
  const waiting = useWaitingActs();
  const notDone = useNotDone();
  return (
    <>
      {waiting.length > 0 && (
        <Box $below="lg">
          <Banner tone="warning">
            <Text as="h2" $type="strong">
              {t('queue.title', { count: waiting.length })}
            </Text>
            <ul>
              {waiting.map((act) => (
                <Row as="li" key={act.body.actId} $gap="md" $align="center" $justify="space-between">
                  <span>{t('queue.act', { time: clock.format(act.at), act: act.says })}</span>
                  <Button variant="quiet" onClick={() => cancelAct(queries, act)}>
                    {t('queue.cancel')}
                  </Button>
                </Row>
              ))}
            </ul>
          </Banner>
        </Box>
      )}
      {notDone.length > 0 && (
        <Box $below="lg" role="alert">
          <Banner tone="danger">
            <Text as="h2" $type="strong">
              {t('queue.notDone', { count: notDone.length })}
            </Text>
            <ul>
              {notDone.map(({ says, at, why }) => (
                <li key={`${at} ${says}`}>
                  {t('queue.act', { time: clock.format(at), act: says })}
                  {' – '}
                  {why}
                </li>
              ))}
            </ul>
            <Button variant="secondary" onClick={clearNotDone}>
              {t('queue.read')}
            </Button>
          </Banner>
        </Box>
      )}
    </>
  );
}
