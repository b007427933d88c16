import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Category } from '#contract/calls/merchant.ts';
import { useCartPart } from '#src/cart/hooks.ts';
import { colour, layer, radius, safe, size, space, type } from '#ui/theme/tokens.ts';
import { cartId, sectionHeading, showSection } from './show-section.ts';

/** Past the header, for keys and screen readers: to the dishes, and to the cart once something is in it. */
export function SkipLinks({ first }: { readonly first: Category | undefined }) {
  const { t } = useTranslation('menu');
  const hasCart = useCartPart((cart) => cart.quantity > 0);

  // No address of their own: an entry in the history would have to be gone back over.
  const go = (there: () => void) => (event: MouseEvent) => {
    event.preventDefault();
    there();
  };
  return (
    <>
      {first && (
        <Skip href={`#${sectionHeading(first.id)}`} onClick={go(() => showSection(first.id))}>
          {t('skipToDishes')}
        </Skip>
      )}
      {hasCart && (
        <Skip href={`#${cartId}`} onClick={go(() => document.getElementById(cartId)?.focus())}>
          {t('skipToCart')}
        </Skip>
      )}
    </>
  );
}

/** Seen while it has the focus. */
const Skip = styled.a`
  position: absolute;
  z-index: ${layer.raised};
  inset: calc(${safe.top} + ${space.sm}) auto auto ${space.sm};
  display: grid;
  place-items: center;
  min-height: ${size.touch};
  padding-inline: ${space.lg};
  ${type.button};
  color: ${colour('page')};
  background: ${colour('text')};
  border-radius: ${radius.round};

  &:not(:focus) {
    opacity: 0;
    pointer-events: none;
  }
`;
