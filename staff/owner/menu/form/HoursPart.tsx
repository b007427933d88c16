import type { Draft } from 'immer';
import { Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { limits } from '#contract/limits.ts';
import { normaliseHours, weekdays, type ServedHours, type Weekday } from '#contract/menu-file/hours.ts';
import type { TreeSection } from '#contract/menu-file/menu-tree.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { space } from '#ui/theme/tokens.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { TickPills } from '#ui/controls/TickPills.tsx';
import { Row, Small, Text, VisuallyHidden } from '#ui/primitives.tsx';
import { nameDay } from '../../hours-words.ts';
import { useListFocus } from '../../focus.ts';
import { Note, TextBox, type FieldError } from '../fields/TextBox.tsx';
import { useMistakes } from '../notices/mistakes.ts';
import { FormPart } from './FormPart.tsx';

interface Props {
  readonly section: TreeSection;
  change(recipe: (draft: Draft<TreeSection>) => void): void;
}

/** When a section is served. Without any hours it is always served (CX10). */
export function HoursPart({ section, change }: Props) {
  const { t } = useTranslation('ownerMenu');
  const mistakeAt = useMistakes(section);
  const { served = [] } = section;
  const { entries, adder, goTo } = useListFocus<HTMLDivElement>();
  const set = (next: ServedHours[]) =>
    change((draft) => {
      if (next.length > 0) draft.served = next;
      else delete draft.served;
    });
  const setOne = (place: number, next: ServedHours) =>
    set(served.map((each, index) => (index === place ? normaliseHours(next) : each)));

  return (
    <FormPart title={t('hours.title')}>
      <Small>{t(served.length > 0 ? 'hours.hint' : 'hours.always')}</Small>
      <Spans ref={entries}>
        {served.map((hours, place) => (
          <SpanFields
            // Spans have no id. Their index is the key.
            // oxlint-disable-next-line react/no-array-index-key
            key={place}
            hours={hours}
            number={place + 1}
            mistakeAt={(field) => mistakeAt(['served', place, field])}
            onChange={(next) => setOne(place, next)}
            onRemove={() => {
              set(served.filter((_, index) => index !== place));
              goTo(place);
            }}
          />
        ))}
      </Spans>
      {served.length < limits.servedHours && (
        <Row>
          <Button
            ref={adder}
            variant="secondary"
            onClick={() => {
              set([...served, suggestHours(served)]);
              goTo(served.length);
            }}
          >
            <Plus aria-hidden />
            {t('hours.add')}
          </Button>
        </Row>
      )}
    </FormPart>
  );
}

interface SpanProps {
  readonly hours: ServedHours;
  /** The span's number, from 1. */
  readonly number: number;
  mistakeAt(field: 'days' | 'from' | 'to'): FieldError | undefined;
  onChange(hours: ServedHours): void;
  onRemove(): void;
}

/** The fields of a span of hours: its days, its start and its end. */
function SpanFields({ hours, number, mistakeAt, onChange, onRemove }: SpanProps) {
  const { t } = useTranslation('ownerMenu');
  const language = useLanguage();
  const { from, to, days = weekdays } = hours;
  const noDay = mistakeAt('days');
  const options = weekdays.map((value) => ({ value, label: nameDay(value, language) }));
  const handleToggle = (day: Weekday) =>
    onChange({
      ...hours,
      days: days.includes(day) ? days.filter((each) => each !== day) : [...days, day],
    });
  return (
    <Span>
      <VisuallyHidden as="legend">{t('hours.span', { number })}</VisuallyHidden>
      <Row $align="center" $justify="space-between">
        <Text as="span" $type="strong" aria-hidden>
          {t('hours.span', { number })}
        </Text>
        <IconButton label={t('hours.remove', { number })} onClick={onRemove}>
          <Trash2 aria-hidden />
        </IconButton>
      </Row>
      <TickPills legend={t('hours.days')} values={days} options={options} onToggle={handleToggle} />
      {noDay && (
        <Note $wrong role="alert">
          {noDay.text}
        </Note>
      )}
      <Times>
        <TextBox
          type="time"
          label={t('hours.from')}
          value={from}
          error={mistakeAt('from')}
          onChange={(text) => onChange({ ...hours, from: text })}
        />
        <TextBox
          type="time"
          label={t('hours.to')}
          value={to}
          error={mistakeAt('to')}
          hint={to !== '' && to < from ? t('hours.nextDay') : undefined}
          onChange={(text) => onChange({ ...hours, to: text })}
        />
      </Times>
    </Span>
  );
}

/** Suggests hours: the morning first, then the evening. */
function suggestHours(served: readonly ServedHours[]): ServedHours {
  return served.length === 0 ? { from: '07:00', to: '11:00' } : { from: '17:00', to: '22:00' };
}

const Spans = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space.lg};

  &:empty {
    display: none;
  }
`;

const Span = styled.fieldset`
  display: flex;
  flex-direction: column;
  gap: ${space.sm};
`;

const Times = styled.div`
  display: flex;
  align-items: flex-start;
  gap: ${space.sm};
`;
