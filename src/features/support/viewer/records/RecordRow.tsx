import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Fate } from '#projections/replay/fates.ts';
import type { Step } from '#projections/replay/replay.ts';
import {
  border,
  colour,
  figures,
  hoverable,
  longWords,
  radius,
  size,
  space,
  type,
} from '#src/kit/theme/tokens.ts';
import type { PhoneLog } from '../logs/table-of-logs.ts';
import { RuleMark, ruleOf, ruleOfFate } from '../logs/Rule.tsx';
import type { Words } from '../logs/use-words.ts';

interface Props {
  readonly phone: PhoneLog;
  readonly step: Step;
  readonly isAlone: boolean;
  readonly isCurrent: boolean;
  readonly isAhead: boolean;
  fateOf(id: string): Fate | undefined;
  readonly words: Words;
  readonly time: Intl.DateTimeFormat;
  nameOf(userId: string): string;
  onOpen(): void;
}

/** One record in a line or two: when, whose, what it says, what it did, and what became of it in the end. */
export const RecordRow = memo(function RecordRow(props: Props) {
  const { phone, step, isAlone, isCurrent, isAhead, fateOf, words, time, nameOf, onOpen } = props;
  const { t } = useTranslation('support');
  const { record, effect, number } = step;
  const event = 'event' in record ? record.event : undefined;
  const fate = event && fateOf(event.id);
  const rule = ruleOf(effect);
  const fateRule = fate && ruleOfFate(fate);

  return (
    <Row
      type="button"
      aria-current={isCurrent || undefined}
      data-ahead={isAhead || undefined}
      onClick={onOpen}
    >
      <Number>{isAlone ? number : t('records.of', { letter: phone.letter, number })}</Number>
      <Time>{time.format(record.t)}</Time>
      <Says>
        <strong>{event ? nameOf(event.userId) : t(`records.from.${record.from}`)}</strong>{' '}
        {words.says(record)}
      </Says>
      <Did $did={effect.nothing === undefined}>
        {words.did(effect, event?.userId).slice(0, 2).join('; ')} {rule && <RuleMark id={rule} />}
        {fate && fateRule && fateRule !== rule && (
          <Badge $bad={fate.kind === 'rejected'}>
            {t(`fate.${fate.kind}`)} {fateRule}
          </Badge>
        )}
      </Did>
    </Row>
  );
});

const Row = styled.button`
  display: grid;
  grid-template-columns: auto 1fr;
  gap: ${space.none} ${space.md};
  width: 100%;
  min-height: ${size.touch};
  padding: ${space.sm} ${space.md};
  text-align: start;
  border-bottom: thin solid ${colour('line')};

  &[aria-current] {
    background: ${colour('accentSoft')};
    box-shadow: inset ${border.bold} 0 ${colour('accentText')};
  }
  &[data-ahead] {
    background: ${colour('page')};
  }
  &:focus-visible {
    outline-offset: calc(-1 * ${border.bold});
  }
  ${hoverable} {
    &:hover:not([aria-current]) {
      background: ${colour('sunken')};
    }
  }
`;

const Number = styled.span`
  min-width: ${size.avatarLg};
  ${type.label};
  ${figures};
`;

const Time = styled.span`
  grid-row: 2;
  ${type.small};
  ${figures};
  color: ${colour('textMuted')};
`;

const Says = styled.span`
  min-width: 0;
  ${type.small};
  ${longWords};
`;

const Did = styled.span<{ $did: boolean }>`
  min-width: 0;
  ${type.small};
  ${longWords};
  color: ${({ $did }) => ($did ? colour('text') : colour('textMuted'))};
`;

const Badge = styled.span<{ $bad: boolean }>`
  padding: ${space.none} ${space.sm};
  ${type.label};
  color: ${({ $bad }) => ($bad ? colour('danger') : colour('warning'))};
  background: ${({ $bad }) => ($bad ? colour('dangerSoft') : colour('warningSoft'))};
  border-radius: ${radius.round};
`;
