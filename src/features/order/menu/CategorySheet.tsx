import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Category } from '#contract/calls/merchant.ts';
import { colour, hoverable, radius, size, space } from '#ui/theme/tokens.ts';
import { Sheet } from '#ui/layers/Sheet.tsx';
import { Box, Text } from '#ui/primitives.tsx';

interface Props {
  readonly open: boolean;
  readonly categories: readonly Category[];
  readonly currentId: string | undefined;
  onClose(): void;
  /** Returns the element to focus there. */
  onJump(categoryId: string): HTMLElement | null;
}

/** The list of all sections of the menu. A tap scrolls to one. */
export default function CategorySheet({ open, categories, currentId, onClose, onJump }: Props) {
  const { t } = useTranslation('menu');
  const chosen = useRef<string | undefined>(undefined);

  const handleChoose = (categoryId: string) => {
    chosen.current = categoryId;
    onClose();
  };
  // Scroll only after the sheet has closed. Until then the page cannot scroll, and the sheet keeps the focus.
  const handleClosed = () => {
    const categoryId = chosen.current;
    chosen.current = undefined;
    return categoryId === undefined ? null : onJump(categoryId);
  };

  return (
    <Sheet open={open} onClose={onClose} onClosed={handleClosed} title={t('categories')}>
      <Box as="ul" $bleed="md">
        {categories.map(({ id, name, products }) => (
          <li key={id}>
            <Row type="button" aria-current={id === currentId || undefined} onClick={() => handleChoose(id)}>
              <Text as="span" $grow="fewWords" $type="strong">
                {name}
              </Text>
              <Text as="span" $colour="textMuted" $figures>
                {t('dishes', { count: products.length })}
              </Text>
            </Row>
          </li>
        ))}
      </Box>
    </Sheet>
  );
}

const Row = styled.button`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  column-gap: ${space.md};
  width: 100%;
  min-height: ${size.control};
  padding: ${space.sm} ${space.md};
  text-align: start;
  border-radius: ${radius.md};

  &[aria-current] {
    background: ${colour('accentSoft')};
  }
  &[aria-current],
  &[aria-current] > * {
    color: ${colour('accentText')};
  }
  ${hoverable} {
    &:hover:not([aria-current]) {
      background: ${colour('sunken')};
    }
  }
`;
