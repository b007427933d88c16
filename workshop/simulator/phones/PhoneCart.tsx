import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { itemKey } from '#events/item.ts';
import type { PhoneShown } from '#workshop/simulation/live/table-shown.ts';
import { LineStateNote } from '#src/kit/cart/CartLine.tsx';
import { lineState } from '#src/runtime/cart/table-cart.ts';
import { colour, longWords, radius, size, space, type } from '#src/kit/theme/tokens.ts';
import { Avatar } from '#src/kit/ui/diners/Avatar.tsx';
import { Row, Text } from '#src/kit/ui/primitives.tsx';
import { useSimulatorWords } from '../parts/words.ts';

/** The table's cart as one phone shows it, and by which lines the server's differs. */
export function PhoneCart({ phone: { cart, differences } }: { phone: PhoneShown }) {
  const { t } = useTranslation('simulator');
  const { diner, noted } = useSimulatorWords();
  const serverHas = new Map(
    differences.flatMap((each) =>
      each.kind === 'line' ? [[`${each.userId} ${itemKey(each.item)}`, each.server] as const] : [],
    ),
  );
  const onlyThere = differences.flatMap((each) => (each.kind === 'line' && each.phone === 0 ? [each] : []));

  return (
    <Cart>
      {cart.carts.length === 0 && (
        <Text $type="small" $colour="textMuted">
          {t('phone.empty')}
        </Text>
      )}
      {cart.carts.map(({ userId, lines, mine }) => (
        <Diner key={userId} $mine={mine}>
          <Avatar size="sm" userId={userId} name={diner(userId)} />
          <ul aria-label={diner(userId)}>
            {lines.map(({ lineId, item, quantity }) => {
              const known = serverHas.get(`${userId} ${itemKey(item)}`);
              return (
                <Row as="li" $gap="sm" $lineGap="none" $align="baseline" $wrap $figures key={lineId}>
                  <span>{t('dish.counted', { count: quantity, dish: noted(item) })}</span>
                  <LineStateNote state={lineState(cart, lineId)} />
                  {known !== undefined && (
                    <Text as="span" $type="label" $colour="danger">
                      {t('phone.serverHas', { count: known })}
                    </Text>
                  )}
                </Row>
              );
            })}
          </ul>
        </Diner>
      ))}
      {onlyThere.map(({ userId, item, server }) => (
        <Text $type="small" $colour="danger" key={`${userId} ${itemKey(item)}`}>
          {t('phone.serverAlsoHas', { count: server, dish: noted(item), diner: diner(userId) })}
        </Text>
      ))}
    </Cart>
  );
}

const Cart = styled.div`
  display: grid;
  align-content: start;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space.sm};
  min-height: ${size.phoneCart};
  padding: ${space.md};
  background: ${colour('page')};
  border-radius: ${radius.md};
`;

const Diner = styled.div<{ $mine: boolean }>`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: ${space.sm};
  ${({ $mine }) => ($mine ? type.label : type.small)};
  ${longWords};
`;
