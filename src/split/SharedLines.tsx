import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDishText } from '#ui/i18n/dish-text.ts';
import { listPayers, type Sharing } from '#projections/bill/split.ts';
import { Box, Row, Stack, Text, VisuallyHidden } from '#ui/primitives.tsx';
import type { BillDiner, NamedLine, TableBill } from '#ui/bill/table-bill.ts';
import { Check, ChevronDown } from 'lucide-react';
import { styled } from 'styled-components';
import { useLanguage } from '#ui/routes/language.ts';
import { border, colour, motion, radius, size, space, type } from '#ui/theme/tokens.ts';
import { overInput } from '#ui/controls/Choices.tsx';
import { Avatar } from '#ui/diners/Avatar.tsx';
import { Price } from '#ui/text/Price.tsx';

interface Props {
  readonly bill: TableBill;
  readonly sharing: Sharing;
  readonly hint: string | undefined;
  onShare(lineId: string, sharers: readonly string[]): void;
}

/** The dishes and who pays for each. One dish at a time opens to choose who shares it. */
export function SharedLines({ bill: { lines, diners, currency }, sharing, hint, onShare }: Props) {
  const { t } = useTranslation('split');
  const id = useId();
  const [openLine, setOpenLine] = useState<string>();
  const userIds = diners.map(({ userId }) => userId);

  return (
    <section aria-labelledby={id}>
      <Text as="h3" $type="heading" id={id}>
        {t('dishes')}
      </Text>
      <Text $colour="textMuted" $below="xs">
        {t('dishesHint')} {hint}
      </Text>
      <ul>
        {lines.map((line) => (
          <SharedLine
            key={line.lineId}
            line={line}
            diners={diners}
            payers={listPayers(line, sharing, userIds)}
            currency={currency}
            open={openLine === line.lineId}
            onToggle={() => setOpenLine(openLine === line.lineId ? undefined : line.lineId)}
            onShare={(sharers) => onShare(line.lineId, sharers)}
          />
        ))}
      </ul>
    </section>
  );
}

/** More sharers are shown as a number instead of names. */
const maxNames = 2;
const maxAvatars = 4;

interface SharedLineProps {
  readonly line: NamedLine;
  readonly diners: readonly BillDiner[];
  readonly payers: readonly string[];
  readonly currency: string;
  readonly open: boolean;
  onToggle(): void;
  onShare(sharers: readonly string[]): void;
}

/** A dish and who pays for it. A tap shows the diners to choose from. */
function SharedLine({ line, diners, payers, currency, open, onToggle, onShare }: SharedLineProps) {
  const { t } = useTranslation('split');
  const language = useLanguage();
  const id = useId();
  const { name, quantity, unitLabel, amount } = line;
  const dishText = useDishText();
  const paying = diners.filter(({ userId }) => payers.includes(userId));
  const names = new Intl.ListFormat(language).format(paying.map((diner) => diner.name));
  const isCounted = paying.length > maxNames;

  return (
    <Box as="li" $ruled>
      <Row
        as="button"
        $gap="md"
        $align="center"
        $wide
        $minHeight="control"
        $padBlock="md"
        $type="strong"
        $start
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={onToggle}
      >
        <Stack as="span" $gap="xs" $grow>
          <span>{quantity > 1 || unitLabel ? dishText(name, quantity, unitLabel) : name}</span>
          <Row as="span" $gap="sm" $align="center" $type="small" $colour="textMuted">
            <Avatars>
              {paying.slice(0, maxAvatars).map((diner) => (
                <Avatar key={diner.userId} userId={diner.userId} name={diner.name} size="sm" />
              ))}
            </Avatars>
            {isCounted ? (
              <>
                <span aria-hidden>
                  {paying.length === diners.length ? t('everyone') : t('sharers', { count: paying.length })}
                </span>
                <VisuallyHidden>{names}</VisuallyHidden>
              </>
            ) : (
              <Names>{names}</Names>
            )}
          </Row>
        </Stack>
        <Price amount={amount} currency={currency} />
        <Arrow aria-hidden $open={open} />
      </Row>
      <div id={id}>
        {open && <SharerPills dish={name} diners={diners} sharers={payers} onChange={onShare} />}
      </div>
    </Box>
  );
}

const Avatars = styled.span`
  display: flex;
  flex: none;

  > * + * {
    margin-inline-start: ${size.avatarOverlap};
  }
`;

const Names = styled.span`
  min-width: 0;
  overflow-wrap: anywhere;
`;

const Arrow = styled(ChevronDown)<{ $open: boolean }>`
  color: ${colour('textMuted')};
  transform: rotate(${({ $open }) => ($open ? '180deg' : '0deg')});
  transition: transform ${motion.quick} ${motion.out};
`;

interface SharerPillsProps {
  readonly dish: string;
  readonly diners: readonly BillDiner[];
  readonly sharers: readonly string[];
  onChange(sharers: readonly string[]): void;
}

function SharerPills({ dish, diners, sharers, onChange }: SharerPillsProps) {
  const { t } = useTranslation('split');
  const isEveryones = sharers.length === diners.length;
  const toggle = (userId: string) =>
    onChange(sharers.includes(userId) ? sharers.filter((sharer) => sharer !== userId) : [...sharers, userId]);

  return (
    <Row as="fieldset" $gap="sm" $wrap $pad="none none lg">
      <VisuallyHidden as="legend">{t('sharedBy', { name: dish })}</VisuallyHidden>
      {diners.map(({ userId, name }) => {
        const checked = sharers.includes(userId);
        return (
          <Pill
            key={userId}
            checked={checked}
            disabled={checked && sharers.length === 1}
            onChange={() => toggle(userId)}
          >
            <Avatar userId={userId} name={name} size="sm" />
            {name}
          </Pill>
        );
      })}
      {diners.length > 2 && (
        <Pill
          checked={isEveryones}
          disabled={isEveryones}
          onChange={() => onChange(diners.map(({ userId }) => userId))}
        >
          {t('everyone')}
        </Pill>
      )}
    </Row>
  );
}

interface PillProps {
  readonly checked: boolean;
  readonly disabled: boolean;
  onChange(): void;
  readonly children: ReactNode;
}

function Pill({ checked, disabled, onChange, children }: PillProps) {
  return (
    <Label>
      <input type="checkbox" checked={checked} disabled={disabled} onChange={onChange} />
      {children}
      {checked && <Check aria-hidden />}
    </Label>
  );
}

const Label = styled.label`
  ${overInput}
  display: inline-flex;
  align-items: center;
  gap: ${space.sm};
  min-height: ${size.touch};
  padding: ${space.xs} ${space.lg};
  ${type.label};
  color: ${colour('textMuted')};
  background: ${colour('surface')};
  border: ${border.thick} solid ${colour('outline')};
  border-radius: ${radius.round};

  &:has([type='checkbox']:checked) {
    color: ${colour('text')};
    background: ${colour('accentSoft')};
    border-color: ${colour('accentText')};
  }
  &:has(:disabled) {
    cursor: default;
  }
  > svg {
    color: ${colour('accentText')};
  }
`;
