import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exportClosing, type Closing } from '#contract/calls/closing.ts';
import { exportFormats } from '#contract/calls/numbers.ts';
import { request } from '#client/api/call/request.ts';
import { Button } from '#ui/controls/Button.tsx';
import { PrintOnly } from '#ui/PrintOnly.tsx';
import { Price } from '#ui/text/Price.tsx';
import { Box, Row, Small, Stack, Text } from '#ui/primitives.tsx';
import { useFile } from '../use-file.ts';
import { useDayText } from './day-text.ts';
import { Sheet } from './ClosingTotals.tsx';

interface Props {
  readonly closing: Closing;
  /** For closings without one, ISO 4217. */
  readonly currency: string;
  /** The restaurant's name, for the printed head. */
  readonly restaurant: string;
}

/** A past closing, which can be shown and printed. */
export function PastClosing({ closing, currency: present, restaurant }: Props) {
  const { t } = useTranslation('numbers');
  const { dayText, timeText } = useDayText(closing);
  const id = useId();
  const [isShown, setShown] = useState(false);
  const [isPrinting, setPrinting] = useState(false);
  const save = useFile((format) =>
    request(exportClosing, { query: { number: String(closing.number), format } }),
  );
  const { number, day, from, to, closedBy, sums, currency = present } = closing;
  const head = (
    <>
      <Text $type="strong">{`${t('closing.number', { number })} · ${dayText(day)}`}</Text>
      <Small>{t('closing.span', { from: timeText(from), to: timeText(to) })}</Small>
      <Small $breaks>{closedBy === '' ? t('closing.byNobody') : t('closing.by', { name: closedBy })}</Small>
    </>
  );

  return (
    <Box as="li" $card $pad="md lg">
      <Row $gap="md" $align="center" $wrap>
        <Stack $grow="card">{head}</Stack>
        <Text $type="strong">
          <Price amount={sums.money.total} currency={currency} />
        </Text>
        <Button
          variant="secondary"
          aria-label={`${t(isShown ? 'closing.hide' : 'closing.show')}: ${t('closing.showOf', { number, day: dayText(day) })}`}
          aria-expanded={isShown}
          aria-controls={id}
          onClick={() => setShown(!isShown)}
        >
          {t(isShown ? 'closing.hide' : 'closing.show')}
        </Button>
        <Button
          variant="quiet"
          aria-label={t('closing.printOf', { number })}
          onClick={() => setPrinting(true)}
        >
          {t('closing.print')}
        </Button>
      </Row>
      <div id={id}>
        {isShown && (
          <Stack $gap="lg" $above="lg">
            <Sheet sheet={closing} currency={currency} />
            <Row $gap="sm" $wrap>
              {exportFormats.map((format) => (
                <Button
                  key={format}
                  variant="secondary"
                  busy={save.isPending && save.variables === format}
                  aria-label={t('closing.fileOf', { number, format: t(`files.${format}`) })}
                  onClick={() => save.mutate(format)}
                >
                  {t(`files.${format}`)}
                </Button>
              ))}
            </Row>
          </Stack>
        )}
      </div>
      {isPrinting && (
        <PrintOnly size="sheet" onPrinted={() => setPrinting(false)}>
          <Text as="h1" $type="title" $below="sm">
            {`${restaurant} · ${t('parts.closing')}`}
          </Text>
          {head}
          <Box $above="lg">
            <Sheet sheet={closing} currency={currency} />
          </Box>
        </PrintOnly>
      )}
    </Box>
  );
}
