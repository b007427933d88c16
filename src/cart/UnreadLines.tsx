import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { UnreadFields } from '#contract/order-fields.ts';
import { roundAmount } from '#projections/bill/money.ts';
import { Box, Row, Small, Text } from '#ui/primitives.tsx';
import { Price } from '#ui/text/Price.tsx';
import { useOrderPlace } from './hooks.ts';

interface Props {
  /** Explains what happens to these lines. */
  readonly text: string;
  readonly lines: readonly { readonly line: UnreadFields; readonly whose?: string }[];
}

/** Lines that staff entered and this phone cannot read as a dish, for example half a kilogram. */
export function UnreadLines({ text, lines }: Props) {
  const { t } = useTranslation('cart');
  const { index, currency } = useOrderPlace();
  const id = useId();
  if (lines.length === 0) return null;

  return (
    <Box as="section" $pad="lg" $ground="sunken" $radius="lg" aria-labelledby={id}>
      <Text as="h3" $type="strong" id={id}>
        {t('staffLines.title')}
      </Text>
      <Text $type="small" $colour="textMuted" $below="sm">
        {text}
      </Text>
      <ul>
        {lines.map(({ line: { productId, name, quantity, itemWithAdjustmentAmount }, whose }, place) => {
          const ownName = typeof name === 'string' ? name : '';
          const [times, amount] = [Number(quantity), Number(itemWithAdjustmentAmount)];
          return (
            // These lines may have no id.
            <Row as="li" key={place} $gap="md" $lineGap="hair" $wrap $padBlock="xs">
              {Math.abs(times) > 0 && (
                <Text as="span" $figures $colour="textMuted">
                  {times}×
                </Text>
              )}
              <Box $grow="fewWords">
                <Text as="span" $breaks>
                  {index.get(String(productId))?.name || ownName || t('staffLines.unnamed')}
                </Text>
                {whose && (
                  <Small as="span" $block>
                    {whose}
                  </Small>
                )}
              </Box>
              {Math.abs(amount) > 0 && (
                <Text as="span" $end $colour="textMuted">
                  <Price amount={roundAmount(amount)} currency={currency} />
                </Text>
              )}
            </Row>
          );
        })}
      </ul>
    </Box>
  );
}
