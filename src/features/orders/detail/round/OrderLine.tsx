import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { describeQuantity, describeWeight } from '#contract/dish/quantity.ts';
import { readHeldCourse } from '#contract/course.ts';
import type { Order, PlacedItem } from '#contract/order-fields.ts';
import { getLineAmount, isFullyVoided } from '#ui/bill/order-rounds.ts';
import { colour, figures, size, space } from '#ui/theme/tokens.ts';
import { Box, Row, Small, Stack, Text } from '#ui/primitives.tsx';
import { Price } from '#ui/text/Price.tsx';
import { OrderAgain } from './OrderAgain.tsx';
import { countPieces, steps } from '#src/progress/order-steps.ts';
import { StepIcon } from '#src/progress/StepIcon.tsx';
import { useStepWords } from '#src/progress/use-step-words.ts';

interface Props {
  readonly order: Order;
  readonly line: PlacedItem;
  /** undefined hides prices. */
  readonly currency: string | undefined;
  /** Some dishes of the round have moved on and others have not, so each dish shows its own step. */
  readonly isUnderWay: boolean;
  /** The time at which the staff added the dish, if that was later than the round. */
  readonly addedAt: string | undefined;
  readonly mayAdd: boolean;
}

/** One line of an ordered round: dish, quantity, progress, and what the restaurant took off the bill. */
export function OrderLine({ order, line, currency, isUnderWay, addedAt, mayAdd }: Props) {
  const { t } = useTranslation('order');
  const isVoid = isFullyVoided(line);
  const modifiers = line.orderItemModifiers
    .filter(({ name, quantity }) => name && quantity > 0)
    .map(({ name, quantity }) => (quantity > 1 ? `${name}\u00a0×\u00a0${quantity}` : name))
    .join(' · ');

  return (
    <Item>
      <Row $gap="sm" as={isVoid ? Struck : undefined}>
        <Count>{describeQuantity(isVoid ? (line.qtyVoid ?? 0) : line.quantity, line.unitLabel)}</Count>
        <Stack $grow>
          <span>{line.name}</span>
          {modifiers && <Small as="span">{modifiers}</Small>}
          {line.notes && <Small as="span">{t('detail.notes', { notes: line.notes })}</Small>}
          {addedAt !== undefined && <Small as="span">{t('detail.addedAt', { time: addedAt })}</Small>}
        </Stack>
        {currency !== undefined && !isVoid && <Price amount={getLineAmount(line)} currency={currency} />}
      </Row>
      <Under>
        <Box $grow>
          {isUnderWay && !isVoid && <State order={order} line={line} />}
          {readHeldCourse(line) !== undefined && <Small>{t('steps.later')}</Small>}
          <Voided line={line} />
          <Refunded line={line} />
        </Box>
        {mayAdd && <OrderAgain line={line} currency={currency} />}
      </Under>
    </Item>
  );
}

/** The step of the dish, or of each of its pieces if they differ. */
function State({ order, line }: Pick<Props, 'order' | 'line'>) {
  const { t } = useTranslation('order');
  const words = useStepWords(order);
  const pieces = countPieces(line, order);
  const step = steps.find((each) => pieces[each] > 0) ?? 'served';
  const isTogether = steps.filter((each) => pieces[each] > 0).length <= 1;
  return (
    <Row
      as="p"
      $gap="xs"
      $align="center"
      $type="small"
      $colour={step === 'served' ? 'textMuted' : 'accentText'}
    >
      <StepIcon step={step} />
      {isTogether ? (
        words.of(step)
      ) : (
        <Row as="span" $gap="xs" $lineGap="none" $wrap>
          {words.describePieces(pieces).map((part, index, { length }) => (
            <Text as="span" $rigid key={part}>
              {index + 1 < length ? part + t('steps.further') : part}
            </Text>
          ))}
        </Row>
      )}
    </Row>
  );
}

/** The pieces that the restaurant took off the bill, with the reason. */
function Voided({ line }: { line: PlacedItem }) {
  const { t } = useTranslation('order');
  const { qtyVoid = 0, voidReason } = line;
  if (qtyVoid === 0) return null;
  if (isFullyVoided(line))
    return (
      <Small>{voidReason ? t('detail.cancelledWhy', { reason: voidReason }) : t('detail.cancelled')}</Small>
    );
  return (
    <Small>
      {t(voidReason ? 'detail.voidedWhy' : 'detail.voided', {
        quantity: describeWeight(qtyVoid, line.unitLabel) ?? t('detail.quantity', { quantity: qtyVoid }),
        reason: voidReason ?? '',
      })}
    </Small>
  );
}

/** The pieces that the restaurant refunded. They stay on the bill, and the refund is a line of its totals. */
function Refunded({ line: { qtyRefunded = 0, unitLabel } }: { line: PlacedItem }) {
  const { t } = useTranslation('order');
  if (qtyRefunded === 0) return null;
  const quantity = describeWeight(qtyRefunded, unitLabel) ?? t('detail.quantity', { quantity: qtyRefunded });
  return <Small>{t('detail.refunded', { quantity })}</Small>;
}

const Item = styled.li`
  padding-block: ${space.xs};

  & + & {
    border-top: thin solid ${colour('line')};
  }
`;

/** The row below the dish's name. */
const Under = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space.xs} ${space.sm};
  padding-inline-start: calc(${size.step} + ${space.sm});
`;

const Struck = styled.div`
  color: ${colour('textMuted')};
  text-decoration: line-through;
`;

const Count = styled.span`
  flex: none;
  min-width: ${size.step};
  ${figures};
  color: ${colour('textMuted')};
`;
