import { CalendarPlus, Trash2 } from 'lucide-react';
import { type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { House } from '#contract/calls/house.ts';
import { weekdays, type Weekday } from '#contract/menu-file/hours.ts';
import { openingLimits, type OpeningDate } from '#contract/menu-file/opening.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { TextField } from '#ui/controls/TextField.tsx';
import { Banner } from '#ui/feedback/Banner.tsx';
import { Row, Small, Stack, Text } from '#ui/primitives.tsx';
import { useLanguage } from '#ui/routes/language.ts';
import { size, space } from '#ui/theme/tokens.ts';
import { useTimeZone } from '../../../use-clock.ts';
import { FieldGroup } from '../../../fields/FieldGroup.tsx';
import { focusMistake } from '../../focus.ts';
import { nameDay } from '../../hours-words.ts';
import { SaveBar } from '../SaveBar.tsx';
import { mergeSettings } from '../unsaved-form.ts';
import { useSettingsForm } from '../use-settings.ts';
import { OpeningNow } from './OpeningNow.tsx';
import { readOpeningInput, isComplete, isMost, toOpeningInput, type OpeningInput } from './opening-input.ts';
import { SpanList } from './SpanList.tsx';

/** The form for the hours in which diners can order. */
export function OpeningForm({ house, merchantId }: { house: House; merchantId: string }) {
  const { t } = useTranslation('house');
  const { pending, version } = house;
  const zone = useTimeZone();
  const settings = { ...house.settings, ...pending?.settings };
  const form = useSettingsForm<OpeningInput>(
    { theirs: toOpeningInput(settings), version },
    mergeSettings,
    (typed) => ({ settings: { ...settings, ...readOpeningInput(typed) } }),
  );
  const { typed, type, mistakes, save } = form;
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isComplete(typed)) save();
    else focusMistake();
  };

  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack $gap="xxl">
        <OpeningNow merchantId={merchantId} version={version} />
        <FieldGroup title={t('opening.week')}>
          <Small>{t('opening.hint', { zone: zone })}</Small>
          <WeekFields week={typed.week} onChange={(week) => type((before) => ({ ...before, week }))} />
        </FieldGroup>
        <FieldGroup title={t('opening.dates')}>
          <Small>{t('opening.datesHint')}</Small>
          <DateFields dates={typed.dates} onChange={(dates) => type((before) => ({ ...before, dates }))} />
        </FieldGroup>
        <FieldGroup title={t('opening.pace')}>
          <TextField
            label={t('opening.most')}
            hint={t('opening.mostHint')}
            inputMode="numeric"
            value={typed.most}
            error={isMost(typed.most) ? undefined : t('opening.wrong.most')}
            onChange={({ target }) => type((before) => ({ ...before, most: target.value }))}
          />
        </FieldGroup>
        {mistakes.length > 0 && (
          <Banner tone="danger">
            {mistakes.map(({ path, words }) => (
              <p key={path}>{t('opening.wrong.other', { words })}</p>
            ))}
          </Banner>
        )}
        <SaveBar isDirty={form.isDirty} isSaving={form.isSaving} onDiscard={form.discard} />
      </Stack>
    </form>
  );
}

interface WeekProps {
  readonly week: OpeningInput['week'];
  onChange(week: OpeningInput['week']): void;
}

function WeekFields({ week, onChange }: WeekProps) {
  const { t } = useTranslation('house');
  const language = useLanguage();
  const hasHours = weekdays.some((day) => week[day].length > 0);
  const copyToAll = (from: Weekday) =>
    onChange(Object.fromEntries(weekdays.map((day) => [day, week[from]])) as unknown as typeof week);
  return (
    <Stack as="ul" $gap="lg">
      {weekdays.map((day) => (
        <Day key={day}>
          <Text $type="strong">{nameDay(day, language)}</Text>
          <Stack $gap="xs">
            {week[day].length === 0 && <Small>{t(hasHours ? 'opening.closed' : 'opening.always')}</Small>}
            <SpanList
              day={nameDay(day, language)}
              spans={week[day]}
              onChange={(spans) => onChange({ ...week, [day]: spans })}
            />
            {week[day].length > 0 && (
              <Row>
                <Button
                  variant="quiet"
                  aria-label={t('opening.copyOf', { day: nameDay(day, language) })}
                  onClick={() => copyToAll(day)}
                >
                  {t('opening.copy')}
                </Button>
              </Row>
            )}
          </Stack>
        </Day>
      ))}
    </Stack>
  );
}

interface DatesProps {
  readonly dates: readonly OpeningDate[];
  onChange(dates: readonly OpeningDate[]): void;
}

function DateFields({ dates, onChange }: DatesProps) {
  const { t } = useTranslation('house');
  const setOne = (place: number, fields: Partial<OpeningDate>) =>
    onChange(dates.map((each, index) => (index === place ? { ...each, ...fields } : each)));
  return (
    <Stack $gap="lg">
      {dates.map(({ date, hours }, place) => {
        const isTwice = date !== '' && dates.findIndex((each) => each.date === date) < place;
        return (
          // A date that is being typed has no other key.
          // oxlint-disable-next-line react/no-array-index-key
          <Stack key={place} $gap="sm" $card $pad="lg">
            <Row $gap="sm" $align="flex-end" $justify="space-between">
              <TextField
                type="date"
                label={t('opening.date')}
                value={date}
                error={isTwice ? t('opening.wrong.twice') : date === '' ? t('opening.wrong.date') : undefined}
                onChange={({ target }) => setOne(place, { date: target.value })}
              />
              <IconButton
                label={t('opening.removeDate', { date })}
                onClick={() => onChange(dates.filter((_, index) => index !== place))}
              >
                <Trash2 aria-hidden />
              </IconButton>
            </Row>
            {hours.length === 0 && <Text $type="strong">{t('opening.closedAllDay')}</Text>}
            <SpanList day={date} spans={hours} onChange={(spans) => setOne(place, { hours: [...spans] })} />
          </Stack>
        );
      })}
      {dates.length < openingLimits.dates && (
        <Row>
          <Button variant="secondary" onClick={() => onChange([...dates, { date: '', hours: [] }])}>
            <CalendarPlus aria-hidden />
            {t('opening.addDate')}
          </Button>
        </Row>
      )}
    </Stack>
  );
}

/** The hours stand next to the day, or below it where there is no room for both. */
const Day = styled.li`
  display: flex;
  flex-wrap: wrap;
  gap: ${space.xs} ${space.md};

  > :first-child {
    flex: none;
    width: ${size.control};
  }
  > :last-child {
    flex: 1 1 ${size.dialog};
    min-width: 0;
  }
`;
