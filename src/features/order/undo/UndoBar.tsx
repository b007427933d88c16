import { Undo2, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { colour, cramped, radius, size, space, type } from '#ui/theme/tokens.ts';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { useOfferText, useUndoOffer } from './UndoProvider.tsx';
import { Text } from '#ui/primitives.tsx';

/** Names the dishes that were removed from the cart, and offers to put them back. */
export function UndoBar() {
  const { t } = useTranslation('cart');
  const offer = useUndoOffer();
  const textOf = useOfferText();
  if (!offer) return null;
  const text = textOf(offer);
  return (
    <Bar aria-label={text}>
      <Text as="span" $grow="fewWords">
        {text}
      </Text>
      <Action type="button" onClick={() => offer.putBack()}>
        <Undo2 aria-hidden />
        {t(offer.clearedBy === null && !offer.wholeTable ? 'undo.action' : 'undo.putBack')}
      </Action>
      <Close label={t('undo.dismiss')} onClick={() => offer.dismiss()}>
        <X aria-hidden />
      </Close>
    </Bar>
  );
}

const Bar = styled.fieldset`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  align-items: center;
  gap: ${space.xs};
  width: 100%;
  max-width: ${size.content};
  padding: ${space.xs} ${space.xs} ${space.xs} ${space.lg};
  color: ${colour('onToast')};
  background: ${colour('toast')};
  border-radius: ${radius.lg};

  ${cramped} {
    padding: ${space.sm} ${space.sm} ${space.none} ${space.md};
    ${type.label};

    > :first-child {
      flex-basis: 100%;
    }
  }
`;

const Action = styled.button`
  display: inline-flex;
  align-items: center;
  gap: ${space.xs};
  min-height: ${size.touch};
  padding-inline: ${space.sm};
  ${type.strong};
  white-space: nowrap;
  text-decoration: underline;

  /* There is no room for an icon next to the words and the cross. */
  ${cramped} {
    flex: 1;
    padding-inline: ${space.none};
    ${type.label};

    > svg {
      display: none;
    }
  }
`;

const Close = styled(IconButton)`
  color: inherit;
  background: none;
`;
