import { Undo2 } from 'lucide-react';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { KitchenBump } from '#contract/calls/kitchen.ts';
import { space } from '#ui/theme/tokens.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Text } from '#ui/primitives.tsx';
import { useAct } from '../calls/use-act.ts';
import { countMinutesSince } from '../orders/board/board-order.ts';
import { nameTicket } from './ticket-words.ts';

/** More are not listed, because a cook looks for one of the last. */
const mostShown = 8;

interface Props {
  /** Newest first. */
  readonly bumps: readonly KitchenBump[];
  /** ISO 4217 */
  readonly currency: string;
  /** The server's time, ms. */
  readonly now: number;
  readonly listRef: Ref<HTMLUListElement>;
}

/** The tickets that were marked as ready or served in the last half hour. A tap brings one back. */
export function Recalls({ bumps, currency, now, listRef }: Props) {
  const { t } = useTranslation('staff');
  const { act, isPending } = useAct(currency);
  if (bumps.length === 0) return null;
  const handleRecall = ({ orderId, actId: recalledId, ...bump }: KitchenBump) => {
    const says = t('kitchen.recall.done', { ticket: nameTicket(t, bump) });
    act({ type: 'ticketRecalled', orderId, recalledId }, { says });
  };
  return (
    <Section aria-labelledby="kitchen-recall">
      <Text as="h2" id="kitchen-recall" $type="label" $colour="textMuted">
        {t('kitchen.recall.title')}
      </Text>
      <ul ref={listRef}>
        {bumps.slice(0, mostShown).map((bump) => (
          <li key={bump.actId}>
            <Button variant="secondary" busy={isPending} onClick={() => handleRecall(bump)}>
              <Undo2 aria-hidden />
              {t(`kitchen.recall.${bump.stage}`, {
                ticket: nameTicket(t, bump),
                minutes: countMinutesSince(bump.at, now),
              })}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const Section = styled.section`
  display: grid;
  gap: ${space.sm};
  margin-top: ${space.xl};

  > ul {
    display: flex;
    flex-wrap: wrap;
    gap: ${space.sm};
  }
`;
