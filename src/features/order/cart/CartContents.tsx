import { memo, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useBackLayer } from '#ui/navigation/back-layer.ts';
import type { TableLine } from '#client/cart/table-cart.ts';
import { useCartPart, useCartStatus, useOrderPlace } from '#src/cart/hooks.ts';
import { ReportSlot } from '#ui/page/MessagePage.tsx';
import { border, colour, radius, size, space } from '#ui/theme/tokens.ts';
import { Banner } from '#ui/feedback/Banner.tsx';
import { usePricedCart } from './use-priced-cart.ts';
import { TableDisc } from '../together/disc/TableDisc.tsx';
import { ClearCart } from './ClearCart.tsx';
import { NotesSheet } from './line/NotesSheet.tsx';
import { ProductSheet } from '../product/ProductSheet.tsx';
import { OrderedRounds } from './OrderedRounds.tsx';
import { StaffLines } from './StaffLines.tsx';
import type { PricedDiner, PricedLine } from '#src/cart/priced-line.ts';
import { Box, Stack, Text } from '#ui/primitives.tsx';
import { DinerSection } from '#src/cart/DinerSection.tsx';
import { WaitingChip } from './WaitingChip.tsx';
import { useIsAlone } from '../together/seats.ts';
import { CartLineRow } from './line/CartLineRow.tsx';
import { SplitBill } from '#src/split/SplitBill.tsx';
import type { TableBill } from '#ui/bill/table-bill.ts';
import { useDinerName } from '#src/diner/diner.ts';

/** The shared cart, grouped by diner, with the diner's own lines first. */
export function CartContents({ onSwap }: { onSwap(line: TableLine): void }) {
  const { t } = useTranslation('cart');
  const isAlone = useIsAlone();
  const { diners } = usePricedCart();
  const lastOrderId = useCartPart((cart) => cart.lastOrderId);
  const { network, storage } = useCartStatus();
  const { index } = useOrderPlace();
  // The line itself cannot hold this state. Somebody may order it, and then it leaves the cart, while it is edited.
  const [edited, setEdited] = useState<{ priced: PricedLine; what: 'notes' | 'options'; opening: number }>();
  const [isEditing, setEditing] = useState(false);
  const handleClose = () => setEditing(false);
  useBackLayer(isEditing, handleClose);
  const dish = edited?.what === 'options' ? index.get(edited.priced.line.item.productId) : undefined;

  const handleEdit = useCallback((priced: PricedLine, what: 'notes' | 'options') => {
    setEdited((last) => ({ priced, what, opening: (last?.opening ?? 0) + 1 }));
    setEditing(true);
  }, []);

  return (
    <Stack $gap="lg">
      {storage === 'memoryOnly' && (
        <Banner tone="warning">
          <p>{t('memoryOnly')}</p>
          <ReportSlot />
        </Banner>
      )}
      {network !== 'online' && <Banner tone="info">{t(network)}</Banner>}
      {!isAlone && <TableDisc />}
      {diners.length === 0 ? (
        <Box $padBlock="xxl" $centred $colour="textMuted">
          {isAlone && <Turntable aria-hidden />}
          <Text as="h3" $below="xs" $type="heading" $colour="text">
            {t('emptyTitle')}
          </Text>
          <p>{t(isAlone ? 'emptyTextAlone' : 'emptyText')}</p>
        </Box>
      ) : (
        <div>
          {lastOrderId !== null && (
            <Text as="h3" $below="md" $type="label" $colour="accentText">
              {t('ordered.newTitle')}
            </Text>
          )}
          {diners.map((priced) => (
            <DinerLines key={priced.diner.userId} priced={priced} onSwap={onSwap} onEdit={handleEdit} />
          ))}
        </div>
      )}
      <StaffLines />
      {lastOrderId !== null && <OrderedRounds orderId={lastOrderId} />}
      <Tools>
        <WaitingChip />
        <SplitCart offered={diners.length > 1} />
        {diners.length > 0 && <ClearCart />}
      </Tools>
      {edited?.what === 'notes' && (
        <NotesSheet
          key={edited.opening}
          line={edited.priced.line}
          dish={edited.priced.name}
          open={isEditing}
          onClose={handleClose}
        />
      )}
      {edited && dish && (
        <ProductSheet
          key={edited.opening}
          product={dish}
          line={edited.priced.line}
          open={isEditing}
          onClose={handleClose}
        />
      )}
    </Stack>
  );
}

interface DinerLinesProps {
  readonly priced: PricedDiner;
  onSwap(line: TableLine): void;
  onEdit(priced: PricedLine, what: 'notes' | 'options'): void;
}

/** The lines of one diner. It renders again only if one of them changes. */
const DinerLines = memo(function DinerLines({ priced, onSwap, onEdit }: DinerLinesProps) {
  return (
    <DinerSection priced={priced}>
      {priced.lines.map((line) => (
        <CartLineRow key={line.line.lineId} priced={line} onSwap={onSwap} onEdit={onEdit} />
      ))}
    </DinerSection>
  );
});

/** An empty turntable. */
const Turntable = styled.span`
  display: block;
  width: ${size.plate};
  aspect-ratio: 1;
  margin: ${space.none} auto ${space.lg};
  background: radial-gradient(
    circle,
    ${colour('line')} 12%,
    ${colour('sunken')} 13% 44%,
    ${colour('line')} 45% 46%,
    ${colour('sunken')} 47%
  );
  border: ${border.bold} solid ${colour('line')};
  border-radius: ${radius.round};
`;

const Tools = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space.xs};

  /* The last button is at the end even if it is the only one. */
  > button:last-child {
    margin-inline-start: auto;
  }
`;

const SplitCart = memo(function SplitCart({ offered }: { readonly offered: boolean }) {
  return <SplitBill variant="quiet" bill={useCartBill()} offered={offered} />;
});

/** The cart as a bill that diners can split. Tax and service charge are not known before the order. */
function useCartBill(): TableBill {
  const { diners } = usePricedCart();
  const nameOf = useDinerName();
  const { currency } = useOrderPlace();
  const guests = useCartPart((cart) => cart.guests);
  return {
    diners: diners.map(({ diner }) => ({ userId: diner.userId, name: nameOf(diner), mine: diner.mine })),
    lines: diners.flatMap(({ lines }) =>
      lines.map(({ line: { lineId, userId, quantity }, unitLabel, name, amount }) => ({
        lineId,
        userId,
        quantity,
        unitLabel,
        name,
        amount,
      })),
    ),
    charges: [],
    guests,
    currency,
    isBeforeCharges: true,
  };
}
