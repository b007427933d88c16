import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { makeDeviceCode } from '#contract/calls/people.ts';
import { request } from '#client/api/call/request.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Row, Small, Stack, Text } from '#ui/primitives.tsx';
import { QrCode } from '#ui/sharing/QrCode.tsx';
import { sayFailure } from '../../../calls/say-failure.ts';
import { useClock } from '../../../use-clock.ts';
import { useStaffLinks } from '../../../use-staff-links.ts';

/** Registers another device, on which a PIN is then enough to log in. */
export function AnotherDevice() {
  const { t } = useTranslation('house');
  const links = useStaffLinks();
  const time = useClock({ timeStyle: 'short' });
  const make = useMutation({
    mutationFn: () => request(makeDeviceCode, { body: {} }),
    onError: sayFailure,
  });
  const address = `${location.origin}${links.counter}`;

  return (
    <section>
      <Text as="h2" $type="heading">
        {t('devices.title')}
      </Text>
      <Small $below="md">{t('devices.text')}</Small>
      {make.data && (
        <Row $gap="xl" $align="center" $wrap $below="md">
          <QrCode text={`${address}#${make.data.code}`} label={t('devices.code')} />
          <Stack as="output">
            <Small>{t('devices.where', { address })}</Small>
            <Text $type="display" $figures>
              {make.data.code}
            </Text>
            <Small>{t('devices.until', { time: time.format(make.data.until) })}</Small>
          </Stack>
        </Row>
      )}
      <Button variant="secondary" busy={make.isPending} onClick={() => make.mutate()}>
        {t('devices.make')}
      </Button>
    </section>
  );
}
