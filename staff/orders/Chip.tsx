import { Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Colours } from '#ui/theme/theme.ts';
import { colour, radius, space, type } from '#ui/theme/tokens.ts';
import { VisuallyHidden } from '#ui/primitives.tsx';
import { countMinutesSince, rateUrgency } from './board/board-order.ts';

const looks = {
  fine: ['accentSoft', 'text'],
  late: ['warning', 'page'],
  overdue: ['danger', 'onDanger'],
  plain: ['sunken', 'text'],
} as const satisfies Record<string, readonly [ground: keyof Colours, text: keyof Colours]>;

/** A label with an icon and a colour. */
export const Chip = styled.span<{ $look: keyof typeof looks }>`
  display: inline-flex;
  align-items: center;
  gap: ${space.xs};
  padding: ${space.hair} ${space.sm};
  ${type.label};
  color: ${({ $look }) => colour(looks[$look][1])};
  background: ${({ $look }) => colour(looks[$look][0])};
  border-radius: ${radius.md};

  > svg {
    flex: none;
    width: 1em;
    height: 1em;
  }
`;

interface WaitProps {
  /** When the wait began, by the server's clock, ms. */
  readonly since: number;
  /** The server's time now, ms. */
  readonly now: number;
  /** How long the kitchen usually takes, minutes. */
  readonly usual?: number | undefined;
  /** Shows only the minutes. */
  readonly brief?: boolean;
}

/** Shows how long an order or a kitchen ticket has waited. The colour shows the urgency. */
export function WaitChip({ since, now, usual, brief = false }: WaitProps) {
  const { t } = useTranslation('staff');
  const minutes = countMinutesSince(since, now);
  const urgency = rateUrgency(minutes, usual);
  const words = minutes === 0 ? t('orders.waits.now') : t(`orders.waits.${urgency}`, { minutes });
  return (
    <Chip $look={urgency}>
      <Clock aria-hidden />
      {brief && <span aria-hidden>{minutes}</span>}
      {brief ? <VisuallyHidden>{words}</VisuallyHidden> : words}
    </Chip>
  );
}
