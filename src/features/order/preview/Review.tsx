import { PencilLine } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { describeWeight } from '#contract/dish/quantity.ts';
import { Link } from '#ui/controls/Link.tsx';
import { styled } from 'styled-components';
import { useLinks } from '#ui/routes/language.ts';
import { border, colour, cramped, radius, size, space } from '#ui/theme/tokens.ts';
import { Box, Row, Text, VisuallyHidden } from '#ui/primitives.tsx';
import { DinerSection } from '#src/cart/DinerSection.tsx';
import { WaitingChip } from '../cart/WaitingChip.tsx';
import { useMayLeaveOut, useOrderPlace } from '#src/cart/hooks.ts';
import { isBlocked, type PricedDiner, type PricedLine } from '#src/cart/priced-line.ts';
import { Button } from '#ui/controls/Button.tsx';
import type { TableLine } from '#client/cart/table-cart.ts';
import { Price } from '#ui/text/Price.tsx';
import { LineDetails } from '#src/cart/CartLine.tsx';
import { BlockedLine } from '../cart/line/BlockedLine.tsx';
import { isTableNumber } from '#ui/text/is-table-number.ts';

interface Props {
  /** The order is being sent, or its outcome is unknown. The review then keeps showing what the diner has ordered. */
  readonly held: boolean;
  readonly isEmpty: boolean;
  readonly isToGo: boolean;
  /** 0 if the number is not known. */
  readonly guests: number;
  /** undefined for an order without a table. */
  readonly tableName: string | undefined;
  readonly diners: readonly PricedDiner[];
  /** For a line that cannot be ordered, the action that leaves it out; undefined if the server cannot leave lines out. */
  readonly leaveOut: ((line: TableLine) => (() => void) | undefined) | undefined;
  readonly children: ReactNode;
}

/** The order in full: for here or to go, for how many guests, and every dish. */
export const Review = memo(
  function Review({ isEmpty, isToGo, guests, tableName, diners, leaveOut, children }: Props) {
    const { t } = useTranslation('cart');
    const { merchantId } = useOrderPlace();
    const links = useLinks();
    return (
      <>
        <Row as="ul" $gap="sm" $align="center" $wrap>
          <Box as="li" $pad="xs md" $type="label" $ground="sunken" $radius="round">
            {t(isToGo ? 'preview.toGo' : 'preview.dineIn')}
          </Box>
          {tableName !== undefined && (
            <>
              <Box as="li" $pad="xs md" $type="label" $ground="sunken" $radius="round">
                {isTableNumber(tableName) ? t('preview.table', { name: tableName }) : tableName}
              </Box>
              <Box as="li" $pad="xs md" $type="label" $ground="sunken" $radius="round">
                <Change to={links.selectGuests(merchantId)} state={{ change: true }}>
                  {guests > 0 ? t('preview.guests', { count: guests }) : t('preview.guestsUnset')}
                  <PencilLine aria-hidden />
                  <VisuallyHidden> {t('preview.changeGuests')}</VisuallyHidden>
                </Change>
              </Box>
            </>
          )}
          <MayBeEmpty>
            <WaitingChip />
          </MayBeEmpty>
        </Row>
        {isEmpty ? (
          <Text $colour="textMuted">{t('preview.nothing')}</Text>
        ) : (
          <>
            <Paper>
              {diners.map((priced) => (
                <DinerSection key={priced.diner.userId} priced={priced}>
                  {priced.lines.map((line) => (
                    <PreviewLine key={line.line.lineId} priced={line} onLeaveOut={leaveOut?.(line.line)} />
                  ))}
                </DinerSection>
              ))}
            </Paper>
            {children}
          </>
        )}
      </>
    );
  },
  (_before, next) => next.held,
);

/** Screen readers would count an empty entry. */
const MayBeEmpty = styled.li`
  &:empty {
    display: none;
  }
`;

const Change = styled(Link)`
  position: relative;
  display: inline-flex;
  align-items: center;
  gap: ${space.xs};
  color: inherit;
  text-decoration: none;

  /* The chip is small, so a finger may also tap around it. */
  &::after {
    content: '';
    position: absolute;
    inset: 50% calc(-1 * ${space.md}) auto;
    height: ${size.touch};
    transform: translateY(-50%);
  }
`;

const Paper = styled.div`
  padding: ${space.xl};
  background: ${colour('surface')};
  border: ${border.thin} solid ${colour('line')};
  border-radius: ${radius.lg};

  ${cramped} {
    padding: ${space.md};
  }
`;

/** One line of the order, with quantity and price. */
function PreviewLine({ priced, onLeaveOut }: { priced: PricedLine; onLeaveOut: (() => void) | undefined }) {
  const { t } = useTranslation('cart');
  const { currency } = useOrderPlace();
  return (
    <Row as="li" $gap="md" $lineGap="xs" $wrap $above="sm" $below="sm">
      <Text as="span" $type="strong" $colour="accentText" $figures>
        {describeWeight(priced.line.quantity, priced.unitLabel) ?? `${priced.line.quantity}×`}
      </Text>
      <Box $grow="fewWords">
        <Text as="h4" $type="strong" $breaks>
          {priced.name}
        </Text>
        <LineDetails priced={priced} />
      </Box>
      <Text as="span" $end>
        <Price amount={priced.amount} currency={currency} />
      </Text>
      {isBlocked(priced, useMayLeaveOut()) ? (
        <Wide>
          <BlockedLine priced={priced} onLeaveOut={onLeaveOut} />
        </Wide>
      ) : (
        onLeaveOut && (
          <Button variant="quiet" onClick={onLeaveOut} aria-label={t('leaveOutDish', { name: priced.name })}>
            {t('leaveOut')}
          </Button>
        )
      )}
    </Row>
  );
}

const Wide = styled.div`
  flex-basis: 100%;
`;
