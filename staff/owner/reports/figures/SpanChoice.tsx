import { useTranslation } from 'react-i18next';
import { Choices } from '#ui/controls/Choices.tsx';
import { TextField } from '#ui/controls/TextField.tsx';
import { Row } from '#ui/primitives.tsx';
import { spanNames, type Days, type SpanName } from './spans.ts';

interface Props {
  readonly span: SpanName;
  /** The days of the span `days`, each "" until it is chosen. */
  readonly days: Required<Days>;
  readonly today: string | undefined;
  onSpan(span: SpanName): void;
  onDays(days: Required<Days>): void;
}

/** Chooses the days of a report. */
export function SpanChoice({ span, days, today, onSpan, onDays }: Props) {
  const { t } = useTranslation('numbers');
  return (
    <>
      <Choices
        legend={t('range.legend')}
        options={spanNames.map((value) => ({ value, label: t(`range.${value}`) }))}
        value={span}
        onChange={onSpan}
      />
      {span === 'days' && (
        <Row $gap="md" $wrap>
          {(['from', 'to'] as const).map((end) => (
            <TextField
              key={end}
              label={t(`range.${end}`)}
              type="date"
              value={days[end]}
              max={today}
              onChange={({ target }) => onDays({ ...days, [end]: target.value })}
            />
          ))}
        </Row>
      )}
    </>
  );
}
