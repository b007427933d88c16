import { Cake } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackLayer } from '#ui/navigation/back-layer.ts';
import { styled } from 'styled-components';
import { useLanguage } from '#ui/routes/language.ts';
import { border, colour, radius, size, space, type } from '#ui/theme/tokens.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Sheet } from '#ui/layers/Sheet.tsx';
import { Stack, Text, VisuallyHidden } from '#ui/primitives.tsx';
import {
  readBirthday,
  formatBirthday,
  countDays,
  splitBirthday,
  listMonthNames,
  type MonthAndDay,
} from './member-form.ts';
import { WheelPicker, WheelPickerWrapper } from '@ncdai/react-wheel-picker';
import '@ncdai/react-wheel-picker/style.css';

interface Props {
  readonly value: number | null;
  onChange(value: number): void;
  readonly error?: string | undefined;
}

/** Month and day of a birthday, chosen on two wheels. Without a value they start at today. */
export function BirthdayField({ value, onChange, error }: Props) {
  const { t } = useTranslation('member');
  const language = useLanguage();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  useBackLayer(isOpen, () => setOpen(false));
  const known = splitBirthday(value);

  return (
    <Stack $gap="xs">
      <Text as="span" $type="label" id={`${id}-label`}>
        {t('form.birthday')}
      </Text>
      <Opener
        type="button"
        aria-labelledby={`${id}-label ${id}-value`}
        aria-describedby={error === undefined ? undefined : `${id}-note`}
        $wrong={error !== undefined}
        onClick={() => setOpen(true)}
      >
        <Cake aria-hidden />
        <span id={`${id}-value`}>{known ? formatBirthday(known, language) : t('form.noBirthday')}</span>
      </Opener>
      {error !== undefined && (
        <Text $type="small" $colour="danger" id={`${id}-note`} role="alert">
          {error}
        </Text>
      )}
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={t('form.birthday')}>
        <Chooser
          start={known ?? getToday()}
          onChoose={(chosen) => {
            onChange(readBirthday(chosen));
            setOpen(false);
          }}
        />
      </Sheet>
    </Stack>
  );
}

function Chooser({ start, onChoose }: { start: MonthAndDay; onChoose(chosen: MonthAndDay): void }) {
  const { t } = useTranslation('member');
  const language = useLanguage();
  const [month, setMonth] = useState(start.month);
  const [day, setDay] = useState(start.day);
  const last = countDays(month);
  const chosen = { month, day: Math.min(day, last) };

  return (
    <Stack $gap="xl">
      <Wheels
        columns={[
          {
            label: t('form.month'),
            value: month,
            onChange: setMonth,
            options: listMonthNames(language).map((label, index) => ({ value: index + 1, label })),
          },
          {
            label: t('form.day'),
            value: chosen.day,
            onChange: setDay,
            options: Array.from({ length: last }, (_, index) => ({
              value: index + 1,
              label: String(index + 1),
            })),
          },
        ]}
      />
      <Button wide onClick={() => onChoose(chosen)}>
        {t('form.choose', { day: formatBirthday(chosen, language) })}
      </Button>
    </Stack>
  );
}

function getToday(): MonthAndDay {
  const now = new Date();
  return { month: now.getMonth() + 1, day: now.getDate() };
}

const Opener = styled.button<{ $wrong: boolean }>`
  display: flex;
  align-items: center;
  gap: ${space.md};
  min-height: ${size.control};
  padding: ${space.sm} ${space.lg};
  ${type.body};
  text-align: start;
  background: ${colour('surface')};
  border: ${({ $wrong }) => ($wrong ? border.thick : border.thin)} solid
    ${({ $wrong }) => ($wrong ? colour('danger') : colour('outline'))};
  border-radius: ${radius.md};

  > svg {
    width: ${size.icon};
    color: ${colour('textMuted')};
  }
`;

/** The height of an option in px, and the number of options in sight. They are the front half of a ring. */
const optionHeight = 44;
const visibleOptions = 6;

interface WheelColumn {
  readonly label: string;
  readonly options: readonly { readonly value: number; readonly label: string }[];
  readonly value: number;
  onChange(value: number): void;
}

/** Wheels side by side. Each turns by finger, mouse wheel or arrow keys. */
function Wheels({ columns }: { columns: readonly WheelColumn[] }) {
  return (
    <Frame>
      <WheelPickerWrapper className="wheels">
        {columns.map(({ label, options, value, onChange }) => (
          <fieldset key={label} className="wheel">
            <VisuallyHidden as="legend">{label}</VisuallyHidden>
            <WheelPicker
              options={options.map((option) => ({ ...option }))}
              value={value}
              onValueChange={onChange}
              optionItemHeight={optionHeight}
              visibleCount={2 * visibleOptions}
              classNames={{ optionItem: 'option', highlightWrapper: 'chosen', highlightItem: 'chosenOption' }}
            />
          </fieldset>
        ))}
      </WheelPickerWrapper>
    </Frame>
  );
}

/** Large text is limited, because a month must fit into its wheel. */
const wheelText = 'min(1rem, 5.5vw)';

const Frame = styled.div`
  padding-inline: ${space.md};
  background: ${colour('sunken')};
  border-radius: ${radius.lg};

  .wheels {
    display: flex;
    gap: ${space.sm};
  }
  .wheel {
    flex: 1;
    min-width: 0;
    padding: 0;
    border: 0;
  }
  .option {
    ${type.body};
    font-size: ${wheelText};
    color: ${colour('textMuted')};
  }
  .chosen {
    min-height: ${size.touch};
    ${type.strong};
    font-size: ${wheelText};
    color: ${colour('text')};
    background: ${colour('surface')};
    border-radius: ${radius.md};
  }
`;
