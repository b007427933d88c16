import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { StaffIdentity, StaffOrder } from '#contract/calls/staff.ts';
import { space } from '#ui/theme/tokens.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { Text } from '#ui/primitives.tsx';
import { useOrderOf } from '../../calls/staff-queries.ts';
import { useAct } from '../../calls/use-act.ts';
import type { Ask } from '../asked.ts';
import { CourseButton } from './CourseButton.tsx';
import { DishRow } from './DishRow.tsx';
import { groupDishesByRound, listCourses } from './dish-state.ts';
import { useDishWords } from './use-dish-words.ts';

interface Props {
  readonly order: StaffOrder;
  readonly staff: StaffIdentity;
  readonly isOpen: boolean;
  readonly onAsk: Ask;
}

/** The dishes of an order, newest round first. A round that is not sent has a button that sends it to the kitchen. */
export function DishList({ order, staff, isOpen, onAsk }: Props) {
  const { t } = useTranslation('staff');
  const { data } = useOrderOf(order);
  const words = useDishWords(staff.merchantId);
  if (!data) return <Skeleton />;
  const orderId = order.id;

  return (
    <div>
      {groupDishesByRound(data.orderItems).map(({ round, dishes, unsent }) => (
        <Round key={round}>
          <Text as="h4" $type="label" $colour="textMuted">
            {t('orders.round', { number: round })}
          </Text>
          <ul>
            {dishes.map((line) => (
              <DishRow
                key={line.id}
                orderId={orderId}
                line={line}
                currency={staff.currency}
                words={words}
                isOpen={isOpen}
                onOpen={() => onAsk({ step: 'dish', orderId, dishId: line.id })}
              />
            ))}
          </ul>
          {isOpen &&
            listCourses(dishes).map(({ course, act }) => (
              <CourseButton key={course} currency={staff.currency} {...{ act, orderId, course, round }} />
            ))}
          {isOpen && unsent > 0 && <SendRound orderId={orderId} round={round} currency={staff.currency} />}
        </Round>
      ))}
    </div>
  );
}

function SendRound({ orderId, round, currency }: { orderId: string; round: number; currency: string }) {
  const { t } = useTranslation('staff');
  const { act, isPending } = useAct(currency);
  const handleSend = () =>
    act({ type: 'roundSent', orderId, round }, { says: t('acts.sent', { number: round }) });
  return (
    <Button wide busy={isPending} onClick={handleSend}>
      {t('orders.send', { number: round })}
    </Button>
  );
}

const Round = styled.section`
  display: grid;
  gap: ${space.xs};
  padding-block: ${space.sm};
`;
