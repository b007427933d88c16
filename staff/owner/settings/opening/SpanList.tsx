import { Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { openingLimits, type DateSpan } from '#contract/menu-file/opening.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { Input } from '#ui/controls/TextField.tsx';
import { Row, Small, Stack, Text } from '#ui/primitives.tsx';
import { space } from '#ui/theme/tokens.ts';
import { findSpanProblem, suggestSpan } from './opening-input.ts';

interface Props {
  /** The day, for screen readers. */
  readonly day: string;
  readonly spans: readonly DateSpan[];
  onChange(spans: readonly DateSpan[]): void;
}

/** The hours of one day, with their mistakes. */
export function SpanList({ day, spans, onChange }: Props) {
  const { t } = useTranslation('house');
  const setOne = (place: number, fields: Partial<DateSpan>) =>
    onChange(spans.map((span, index) => (index === place ? { ...span, ...fields } : span)));
  return (
    <Stack $gap="sm">
      {spans.map((span, place) => {
        const problem = findSpanProblem(spans, place);
        const name = { day, number: place + 1 };
        return (
          // Spans have no id. Their index is the key.
          // oxlint-disable-next-line react/no-array-index-key
          <Stack key={place} $gap="xs">
            <Row $gap="sm" $align="center">
              <Time
                type="time"
                value={span.from}
                aria-label={t('opening.from', name)}
                aria-invalid={problem !== undefined || undefined}
                onChange={({ target }) => setOne(place, { from: target.value })}
              />
              <Text as="span" aria-hidden>
                –
              </Text>
              <Time
                type="time"
                value={span.to}
                aria-label={t('opening.to', name)}
                aria-invalid={problem !== undefined || undefined}
                onChange={({ target }) => setOne(place, { to: target.value })}
              />
              <IconButton
                label={t('opening.remove', name)}
                onClick={() => onChange(spans.filter((_, index) => index !== place))}
              >
                <Trash2 aria-hidden />
              </IconButton>
            </Row>
            {problem !== undefined && (
              <Small role="alert" $colour="danger">
                {t(`opening.wrong.${problem}`)}
              </Small>
            )}
            {problem === undefined && span.to < span.from && <Small>{t('opening.nextDay')}</Small>}
          </Stack>
        );
      })}
      {spans.length < openingLimits.spansOfDate && (
        <Row>
          <Button
            variant="quiet"
            aria-label={t('opening.addOn', { day })}
            onClick={() => onChange([...spans, suggestSpan(spans)])}
          >
            <Plus aria-hidden />
            {t('opening.add')}
          </Button>
        </Row>
      )}
    </Stack>
  );
}

const Time = styled(Input)`
  flex: 0 1 auto;
  width: auto;
  min-width: 0;
  padding-inline: ${space.sm};
`;
