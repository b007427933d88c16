import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { PlacedItem } from '#contract/order-fields.ts';
import { colour, figures, size, space } from '#src/kit/theme/tokens.ts';
import { Avatar } from '#src/kit/ui/diners/Avatar.tsx';
import { Price } from '#src/kit/ui/text/Price.tsx';
import { amountOf, isVoidComplete, type Round } from '#src/kit/cart/order-rounds.ts';
import { Row, Small, Stack, Text } from '#src/kit/ui/primitives.tsx';

interface Props {
  readonly round: Round;
  readonly me: string | undefined;
  /** undefined: without prices. */
  readonly currency: string | undefined;
}

/** What was sent to the kitchen together, by diner. */
export function RoundList({ round, me, currency }: Props) {
  const { t } = useTranslation('order');
  const nameOf = (userId: string, userName: string) =>
    userId === me ? t('detail.you') : userName || t('detail.someone');

  return (
    <Stack as="section" $gap="sm">
      <Text as="h2" $type="heading">
        {t('detail.round', { number: round.round })}
      </Text>
      {round.diners.map(({ userId, userName, lines }) => (
        <Stack $gap="sm" $pad="lg" $card key={userId}>
          <Row as="h3" $gap="sm" $align="center" $type="label" $colour="textMuted">
            <Avatar userId={userId} name={userName} size="sm" />
            {nameOf(userId, userName)}
          </Row>
          <ul>
            {lines.map((line) => (
              <Line key={line.id} line={line} currency={currency} />
            ))}
          </ul>
        </Stack>
      ))}
    </Stack>
  );
}

function Line({ line, currency }: { line: PlacedItem; currency: string | undefined }) {
  const { t } = useTranslation('order');
  const isVoid = isVoidComplete(line);
  const modifiers = line.orderItemModifiers
    .filter(({ name, quantity }) => name && quantity > 0)
    .map(({ name, quantity }) => (quantity > 1 ? `${name} × ${quantity}` : name))
    .join(' · ');

  return (
    <Item $void={isVoid}>
      <Count>{t('detail.quantity', { quantity: isVoid ? (line.qtyVoid ?? 0) : line.quantity })}</Count>
      <Stack $grow>
        <span>{line.name}</span>
        {modifiers && <Small as="span">{modifiers}</Small>}
        {line.notes && <Small as="span">{t('detail.notes', { notes: line.notes })}</Small>}
        {isVoid && <Small as="span">{t('detail.cancelled')}</Small>}
      </Stack>
      {currency !== undefined && <Price amount={amountOf(line)} currency={currency} />}
    </Item>
  );
}

const Item = styled.li<{ $void: boolean }>`
  display: flex;
  gap: ${space.sm};
  padding-block: ${space.xs};
  color: ${({ $void }) => ($void ? colour('textMuted') : colour('text'))};
  text-decoration: ${({ $void }) => ($void ? 'line-through' : 'none')};
`;

const Count = styled.span`
  flex: none;
  min-width: ${size.step};
  ${figures};
  color: ${colour('textMuted')};
`;
