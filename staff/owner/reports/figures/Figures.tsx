import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Numbers } from '#contract/calls/numbers.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { Small, Stack, Text } from '#ui/primitives.tsx';
import { formatZone } from '../../../fields/time-zones.ts';
import { Loaded } from '../../Loaded.tsx';
import { useNumbers } from '../report-queries.ts';
import { TotalsList } from '../TotalsList.tsx';
import { Charts } from './Charts.tsx';
import { Headline } from './Headline.tsx';
import { LossTables } from './LossTables.tsx';
import { SpanChoice } from './SpanChoice.tsx';
import { findSpan, type SpanName } from './spans.ts';
import { Waits } from './Waits.tsx';

/** The sales figures of some days. */
export function Figures({ currency }: { currency: string }) {
  const { t } = useTranslation('numbers');
  const [span, setSpan] = useState<SpanName>('today');
  const [own, setOwn] = useState({ from: '', to: '' });
  const language = useLanguage();
  const today = useNumbers({});
  const now = today.data;
  const days = findSpan(span, now?.today, own);
  const { progress, ...chosen } = useNumbers(days);

  const handleSpan = (next: SpanName) => {
    setSpan(next);
    if (next !== 'days' || !now) return;
    const shown = chosen.data ?? now;
    setOwn({ from: shown.from, to: shown.to });
  };

  return (
    <Stack $gap="xl">
      <Stack $gap="md">
        <SpanChoice span={span} days={own} today={now?.today} onSpan={handleSpan} onDays={setOwn} />
        {now && (
          <Small>
            {t('range.clock', {
              hour: `${String(now.dayEndsAt).padStart(2, '0')}:00`,
              timeZone: formatZone(now.timeZone, language),
            })}
          </Small>
        )}
      </Stack>
      {now && days === undefined && <Text $colour="textMuted">{t('range.incomplete')}</Text>}
      <Loaded
        query={now ? chosen : today}
        waiting={progress && t('range.counting', { day: progress.done, count: progress.all })}
      >
        {(numbers) => <Shown numbers={numbers} currency={currency} />}
      </Loaded>
    </Stack>
  );
}

function Shown({ numbers, currency }: { numbers: Numbers; currency: string }) {
  const { t } = useTranslation('numbers');
  const { counts } = numbers.sums;
  if (Object.values(counts).every((count) => count === 0)) return <Text>{t('range.none')}</Text>;
  return (
    <>
      <Headline numbers={numbers} currency={currency} />
      <Charts numbers={numbers} currency={currency} />
      <Waits numbers={numbers} />
      <TotalsList sums={numbers.sums} currency={currency} />
      {numbers.losses && <LossTables losses={numbers.losses} />}
    </>
  );
}
