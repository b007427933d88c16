import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useCartPart, useOrderPlace } from '#src/kit/cart/hooks.ts';
import { useDiner, useDinerName } from '#src/kit/diner/diner.ts';
import { DinerName } from '#src/kit/ui/diners/Avatar.tsx';
import { Box, Row, Text } from '#src/kit/ui/primitives.tsx';

/** D54: what the restaurant's own people have entered that nobody here can change: half a kilogram, perhaps. */
export function StaffLines() {
  const { t } = useTranslation('cart');
  const unread = useCartPart((cart) => cart.unread);
  const names = useCartPart((cart) => cart.names);
  const { index } = useOrderPlace();
  const { member } = useDiner();
  const nameOf = useDinerName();
  const id = useId();
  if (!unread) return null;

  return (
    <Box as="section" $pad="lg" $ground="sunken" $radius="lg" aria-labelledby={id}>
      <Text as="h3" $type="strong" id={id}>
        {t('staffLines.title')}
      </Text>
      <Text $type="small" $colour="textMuted" $below="sm">
        {t('staffLines.text')}
      </Text>
      <ul>
        {unread.map(({ userId, line: { productId, name, quantity } }, place) => {
          const mine = userId === member?.id;
          const said = typeof name === 'string' ? name : '';
          const times = Number(quantity);
          return (
            // A line may have no id at all.
            <Row as="li" key={place} $gap="md" $lineGap="hair" $wrap $padBlock="xs">
              {times > 0 && (
                <Text as="span" $figures $colour="textMuted">
                  {times}×
                </Text>
              )}
              <Box $grow="fewWords">
                <Text as="span" $breaks>
                  {index.get(String(productId))?.name || said || t('staffLines.unnamed')}
                </Text>
              </Box>
              <Text as="span" $end $type="small" $colour="textMuted">
                <DinerName name={nameOf({ mine, userName: names.get(userId) ?? '' })} mine={mine} />
              </Text>
            </Row>
          );
        })}
      </ul>
    </Box>
  );
}
