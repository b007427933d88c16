import { useTranslation } from 'react-i18next';
import type { Numbers } from '#contract/calls/numbers.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { Box, Small, Stack, Text, Tiles } from '#ui/primitives.tsx';

const names = ['kitchen', 'served', 'paid'] as const;

/** Waiting times, and the share of orders that diners placed themselves. */
export function Waits({ numbers: { waits, ordering } }: { numbers: Numbers }) {
  const { t } = useTranslation('numbers');
  const percent = new Intl.NumberFormat(useLanguage(), { style: 'percent', maximumFractionDigits: 0 });
  const timeText = (seconds: number) =>
    seconds < 120
      ? t('waits.seconds', { seconds })
      : t('waits.minutes', { minutes: Math.round(seconds / 60) });
  const { diners, guests } = ordering;

  return (
    <Stack as="section" $gap="sm">
      <Text as="h2" $type="heading">
        {t('waits.title')}
      </Text>
      <Tiles $gap="sm" $least="card">
        {names.map((name) => {
          const wait = waits[name];
          return (
            <Box as="li" key={name} $card $pad="md lg">
              <Text $type="label">{t(`waits.${name}`)}</Text>
              {wait ? (
                <>
                  <Text $type="heading" $figures>
                    {t('waits.median', { time: timeText(wait.median) })}
                  </Text>
                  <Small $figures>{t('waits.slow', { time: timeText(wait.slow) })}</Small>
                </>
              ) : (
                <Small>{t('waits.none')}</Small>
              )}
            </Box>
          );
        })}
      </Tiles>
      {guests > 0 && (
        <Small>{t('ordering.share', { percent: percent.format(diners / guests), diners, guests })}</Small>
      )}
    </Stack>
  );
}
