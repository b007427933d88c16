import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Category } from '#contract/calls/merchant.ts';
import { useCartPart } from '#src/cart/hooks.ts';
import { colour, layer, radius, safe, size, space, type } from '#ui/theme/tokens.ts';
import { cartId, getHeadingId, showSection } from './show-section.ts';

/** Links for keyboards and screen readers that skip the header: to the dishes and, if it is not empty, to the cart. */
export function SkipLinks({ first }: { readonly first: Category | undefined }) {
  const { t } = useTranslation('menu');
  const hasCart = useCartPart((cart) => cart.quantity > 0);

  // The links do not change the address: the diner would have to go back over each entry in the history.
  const handleSkip = (show: () => void) => (event: MouseEvent) => {
    event.preventDefault();
    show();
  };
  return (
    <>
      {first && (
        <Skip href={`#${getHeadingId(first.id)}`} onClick={handleSkip(() => showSection(first.id))}>
          {t('skipToDishes')}
        </Skip>
      )}
      {hasCart && (
        <Skip href={`#${cartId}`} onClick={handleSkip(() => document.getElementById(cartId)?.focus())}>
          {t('skipToCart')}
        </Skip>
      )}
    </>
  );
}

/** Visible only while it has the focus. */
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
