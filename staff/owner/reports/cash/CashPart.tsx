import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getCash, type Cash } from '#contract/calls/cash.ts';
import { request } from '#client/api/call/request.ts';
import { Banner } from '#ui/feedback/Banner.tsx';
import { Box, Row, Small, Stack, Text } from '#ui/primitives.tsx';
import { Price } from '#ui/text/Price.tsx';
import { useLanguage } from '#ui/routes/language.ts';
import { pollMs } from '../../../calls/staff-queries.ts';
import { useDayAndTime } from '../../../use-clock.ts';
import { Loaded } from '../../Loaded.tsx';
import { CashForm } from './CashForm.tsx';
import { DrawerLines } from './DrawerLines.tsx';

/** The cash drawers since the last closing: what must lie in them, a form for entries, and the entries (CX75). */
export function CashPart() {
  const query = useQuery({
    queryKey: ['staff', 'cash'],
    queryFn: () => request(getCash, {}),
    // Guests pay while the page is open.
    refetchInterval: pollMs,
  });
  return <Loaded query={query}>{(cash) => <Drawers cash={cash} />}</Loaded>;
}

function Drawers({ cash }: { readonly cash: Cash }) {
  const { t } = useTranslation('numbers');
  const language = useLanguage();
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' });
  const day = format.format(Date.parse(cash.day));
  return (
    <Stack $gap="xxl">
      {cash.day < cash.today && <Banner tone="info">{t('cash.late', { day })}</Banner>}
      <Stack $gap="md">
        <Text $colour="textMuted">{t('cash.ofDay', { day })}</Text>
        {cash.drawers.map((drawer) => (
          <Box key={`${drawer.drawer} ${drawer.currency}`} $card $pad="lg">
            <DrawerLines drawer={drawer} />
          </Box>
        ))}
      </Stack>
      <CashForm cash={cash} />
      <Entries cash={cash} />
    </Stack>
  );
}

/** What was entered since the last closing, the newest first. */
function Entries({ cash: { movements, older = 0 } }: { readonly cash: Cash }) {
  const { t } = useTranslation('numbers');
  const dayAndTime = useDayAndTime();
  return (
    <Stack as="section" $gap="sm">
      <Text as="h2" $type="heading">
        {t('cash.entries')}
      </Text>
      {movements.length === 0 && <Text>{t('cash.none')}</Text>}
      <ul>
        {movements.map(({ actId, kind, amount, currency, reason, drawer, by, at }) => (
          <Row as="li" key={actId} $gap="md" $wrap $ruled $padBlock="sm">
            <Stack $grow="readable">
              <Text $type="strong">
                {[t(`cash.kinds.${kind}`), ...(drawer === '' ? [] : [drawer])].join(' · ')}
              </Text>
              {reason !== '' && <Text $breaks>{reason}</Text>}
              <Small $breaks>{[by, dayAndTime(at)].filter((text) => text !== '').join(' · ')}</Small>
            </Stack>
            <Text $type="strong" $figures>
              <Price amount={kind === 'payOut' ? `-${amount}` : amount} currency={currency} />
            </Text>
          </Row>
        ))}
      </ul>
      {older > 0 && <Small>{t('cash.older', { count: older })}</Small>}
    </Stack>
  );
}
