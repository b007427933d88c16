import { memo } from 'react';
import type { TableLine } from '#src/runtime/cart/table-cart.ts';
import type { PricedDiner, PricedLine } from '#src/kit/cart/priced-line.ts';
import { CartLineRow } from './line/CartLineRow.tsx';
import { DinerSection } from '#src/kit/cart/DinerSection.tsx';

interface Props {
  readonly priced: PricedDiner;
  /** To dishes like the one of a line. */
  onSwap(line: TableLine): void;
  /** To write the notes of one's own line. */
  onNotes(priced: PricedLine): void;
}

/** One diner's part of the shared cart; it renders again only when something of it changes. */
export const DinerLines = memo(function DinerLines({ priced, onSwap, onNotes }: Props) {
  return (
    <DinerSection priced={priced}>
      {priced.lines.map((line) => (
        <CartLineRow key={line.line.lineId} priced={line} onSwap={onSwap} onNotes={onNotes} />
      ))}
    </DinerSection>
  );
});
