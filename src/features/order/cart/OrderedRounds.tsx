import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { describeQuantity } from '#contract/dish/quantity.ts';
import type { Order } from '#contract/order-fields.ts';
import { sum } from '#projections/bill/money.ts';
import { useOrderDetail } from '#client/api/queries/diner-queries.ts';
import { useLinks } from '#ui/routes/language.ts';
import { border, colour, radius, size, space, type } from '#ui/theme/tokens.ts';
import { Avatar } from '#ui/diners/Avatar.tsx';
import { LinkButton } from '#ui/controls/Button.tsx';
import { Price } from '#ui/text/Price.tsx';
import { Row, Small, Text, VisuallyHidden } from '#ui/primitives.tsx';
import { useDiner, useDinerName } from '#src/diner/diner.ts';
import { getLineAmount, isShown, isFullyVoided, listRounds } from '#ui/bill/order-rounds.ts';
import { useOrderPlace } from '#src/cart/hooks.ts';
import { useNamedOrder } from '#src/cart/order/named-order.ts';

/** The rounds that the table has ordered already, folded to one line until the diner opens it. */
export function OrderedRounds({ orderId }: { orderId: string }) {
  const { data } = useOrderDetail(orderId);
  return data ? <Rounds order={data} /> : null;
}

function Rounds({ order: received }: { order: Order }) {
  const { t } = useTranslation('cart');
  const { merchantId, currency } = useOrderPlace();
  const { member } = useDiner();
  const nameOf = useDinerName();
  const links = useLinks();
  const order = useNamedOrder(received);
  // The order page also shows voided lines. This list leaves them out.
  const lines = order.orderItems.filter((line) => isShown(line) && !isFullyVoided(line));
  const nameOwner = ({ userId, userName }: (typeof lines)[number]) =>
    nameOf({ mine: userId === member?.id, userName });
  const rounds = listRounds({ orderItems: lines }, undefined);

  return (
    <Box>
      <Summary>
        <span>
          {t('ordered.title')}
          <Small as="span" $block>
            {t(order.totalAmount === undefined ? 'ordered.rounds' : 'ordered.roundsWithTax', {
              count: rounds.length,
            })}
          </Small>
        </span>
        <Price amount={order.totalAmount ?? sum(lines.map(getLineAmount))} currency={currency} />
        <ChevronDown aria-hidden />
      </Summary>
      <ul>
        {lines.map((line) => (
          <Row as="li" $gap="sm" $align="center" $above="xs" $below="xs" key={line.id}>
            <Avatar size="sm" userId={line.userId} name={nameOwner(line)} />
            <VisuallyHidden>{nameOwner(line)}</VisuallyHidden>
            <Text as="span" $rigid $figures $colour="textMuted">
              {describeQuantity(line.quantity, line.unitLabel)}
            </Text>
            <Text as="span" $grow $breaks>
              {line.name}
            </Text>
            <Price amount={getLineAmount(line)} currency={currency} />
          </Row>
        ))}
      </ul>
      <See variant="quiet" to={links.orderDetail(merchantId, order.id)}>
        {t('ordered.see')}
      </See>
    </Box>
  );
}

const Box = styled.details`
  min-width: 0;
  padding: ${space.none} ${space.lg};
  background: ${colour('sunken')};
  border: ${border.thin} solid ${colour('line')};
  border-radius: ${radius.lg};

  &[open] {
    padding-bottom: ${space.sm};
  }
  &[open] > summary > svg {
    transform: rotate(180deg);
  }
`;

/** Its words begin where the dishes begin. */
const See = styled(LinkButton)`
  padding-inline: ${space.none};
`;

const Summary = styled.summary`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space.md};
  min-height: ${size.control};
  padding-block: ${space.md};
  ${type.strong};
  cursor: pointer;
  list-style: none;

  &::-webkit-details-marker {
    display: none;
  }
  > :first-child {
    flex: 1;
    min-width: 0;
  }
`;
