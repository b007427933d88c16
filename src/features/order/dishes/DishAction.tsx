import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Product } from '#contract/calls/merchant.ts';
import { useCartEngine } from '#src/cart/hooks.ts';
import type { TableCart, TableLine } from '#client/cart/table-cart.ts';
import { border, colour, radius, size, type } from '#ui/theme/tokens.ts';
import { Stepper } from '#ui/controls/Stepper.tsx';
import { toPlainItem } from '#ui/dish/modifier-choices.ts';
import { listOwnLines } from '../adding/own-lines.ts';
import { useAddToCart } from '#src/add-to-cart/use-add-to-cart.ts';
import { useDish } from './dishes-in-cart.ts';

/** The button of a dish. It adds a dish without options and becomes a stepper. For a dish with options it opens the sheet. */
export function DishAction({ product, onChoose }: { product: Product; onChoose(): void }) {
  const { t } = useTranslation('menu');
  const { add, canAddAtOnce } = useAddToCart();
  const engine = useCartEngine();
  const { count } = useDish(product.id);
  const hasChoices = product.modifierGroups.length > 0;

  const handleAdd = () => void add(toPlainItem(product), 1);
  const handleLess = () => {
    const line = engine && findPlainestLine(engine.cart.value, product.id);
    if (line) engine.commands.decrease(line, 1);
  };

  if (product.soldOut) return null;
  if (hasChoices)
    return (
      <Round
        type="button"
        onClick={onChoose}
        aria-label={t(count > 0 ? 'moreOf' : 'chooseDish', { name: product.name })}
      >
        <Plus aria-hidden />
      </Round>
    );
  return (
    <Stepper
      value={count}
      label={product.name}
      unitLabel={product.unitLabel}
      firstLabel={t('addDish', { name: product.name })}
      showsFirst={canAddAtOnce}
      onMore={handleAdd}
      onLess={handleLess}
    />
  );
}

/** The line that the minus button of the menu decreases: the one without notes, if there is one. */
function findPlainestLine(cart: TableCart, productId: string): TableLine | undefined {
  const lines = listOwnLines(cart, productId);
  return lines.find((line) => line.item.notes === '') ?? lines[0];
}

const Round = styled.button`
  display: grid;
  place-items: center;
  flex: none;
  width: ${size.touch};
  height: ${size.touch};
  ${type.button};
  color: ${colour('text')};
  background: ${colour('surface')};
  border: ${border.thin} solid ${colour('outline')};
  border-radius: ${radius.round};

  &:active {
    box-shadow: inset 0 0 0 ${border.bold} ${colour('accentText')};
  }
`;
