import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { describeWeight } from '#contract/dish/quantity.ts';
import { isBlocked, type PricedDiner } from '#src/cart/priced-line.ts';
import { useDinerName } from '#src/diner/diner.ts';
import { WhyBlocked } from '../cart/line/BlockedLine.tsx';
import { useMayLeaveOut } from '#src/cart/hooks.ts';
import { Button } from '#ui/controls/Button.tsx';
import { DinerName } from '#ui/diners/Avatar.tsx';
import { Box, Row, Small, Text } from '#ui/primitives.tsx';

interface Props {
  readonly diners: readonly PricedDiner[];
  onOrderAll(): void;
}

/** Lists the lines that stay in the cart, with the name of their diner. */
export function LeftOut({ diners, onOrderAll }: Props) {
  const { t } = useTranslation('cart');
  const nameOf = useDinerName();
  const id = useId();
  const isOwnMenu = useMayLeaveOut();
  if (diners.length === 0) return null;
  const lines = diners.flatMap((diner) => diner.lines);
  const mayBeOrdered = lines.some((line) => !isBlocked(line, isOwnMenu));

  return (
    <Box as="section" $pad="lg" $ground="sunken" $radius="lg" aria-labelledby={id}>
      <Text as="h3" $type="strong" id={id}>
        {t('leftOut.title')}
      </Text>
      <Text $type="small" $colour="textMuted" $below="sm">
        {t('leftOut.text')}
      </Text>
      <ul>
        {diners.map(({ diner, lines }) =>
          lines.map((priced) => (
            <Row as="li" key={priced.line.lineId} $gap="md" $lineGap="hair" $wrap $padBlock="xs">
              <Text as="span" $figures $colour="textMuted">
                {describeWeight(priced.line.quantity, priced.unitLabel) ?? `${priced.line.quantity}×`}
              </Text>
              <Box $grow="fewWords">
                <Text as="span" $breaks>
                  {priced.name}
                </Text>
                {isBlocked(priced, isOwnMenu) && (
                  <Small as="span" $block $colour="danger">
                    <WhyBlocked priced={priced} />
                  </Small>
                )}
              </Box>
              <Text as="span" $end $type="small" $colour="textMuted">
                <DinerName name={nameOf(diner)} mine={diner.mine} />
              </Text>
            </Row>
          )),
        )}
      </ul>
      {mayBeOrdered && (
        <Row $justify="flex-end">
          <Button variant="quiet" onClick={onOrderAll}>
            {t('leftOut.orderAll')}
          </Button>
        </Row>
      )}
    </Box>
  );
}
