import { LayoutList } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Category } from '#contract/calls/merchant.ts';
import { useTappedPart } from '#src/popups/lazy-popup.ts';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { FilterButton } from '../filter/FilterButton.tsx';
import { Box, Row } from '#ui/primitives.tsx';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { styled } from 'styled-components';
import { getScrollBehavior, colour, longWords, radius, size, space, type } from '#ui/theme/tokens.ts';

const loadSections = () => import('./CategorySheet.tsx');

interface Props {
  readonly categories: readonly Category[];
  readonly currentId: string | undefined;
  /** Returns the element to focus there. */
  onJump(categoryId: string): HTMLElement | null;
}

/** The filter, the sections as pills, and a button that opens all sections as a list. */
export function MenuStrip({ categories, currentId, onJump }: Props) {
  const { t } = useTranslation('menu');
  const { Popup: CategorySheet, isOpen, open, close } = useTappedPart(loadSections);

  return (
    <Row $align="center" $minHeight="pills" $padInline="xs">
      <FilterButton />
      <CategoryPills categories={categories} currentId={currentId} onJump={onJump} />
      <IconButton
        label={t('allSections')}
        aria-haspopup="dialog"
        disabled={categories.length === 0}
        onClick={open}
      >
        <LayoutList aria-hidden />
      </IconButton>
      {CategorySheet && (
        <CategorySheet
          open={isOpen}
          categories={categories}
          currentId={currentId}
          onClose={close}
          onJump={onJump}
        />
      )}
    </Row>
  );
}

interface CategoryPillsProps {
  readonly categories: readonly Category[];
  readonly currentId: string | undefined;
  onJump(categoryId: string): void;
}

/** The sections as a strip of pills. The current one is marked, and the strip scrolls to it. */
function CategoryPills({ categories, currentId, onJump }: CategoryPillsProps) {
  const { t } = useTranslation('menu');
  const strip = useRef<HTMLUListElement>(null);

  useEffect(() => {
    const list = strip.current;
    const pill = list?.querySelectorAll('button')[categories.findIndex(({ id }) => id === currentId)];
    if (!list || !pill) return;
    const left = pill.offsetLeft - (list.clientWidth - pill.offsetWidth) / 2;
    list.scrollTo({ left, behavior: getScrollBehavior() });
  }, [currentId, categories]);

  const handleKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    const pills = [...(strip.current?.querySelectorAll('button') ?? [])];
    const next = pills[findNextIndex(event.key, pills.indexOf(event.currentTarget), pills.length)];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };

  return (
    <Box as="nav" $grow aria-label={t('categories')}>
      <Strip ref={strip}>
        {categories.map(({ id, name }) => (
          <Section key={id}>
            <Pill
              type="button"
              // The Tab key stops at one pill only. The arrow keys lead to the others.
              tabIndex={id === (currentId ?? categories[0]?.id) ? undefined : -1}
              aria-current={id === currentId || undefined}
              onClick={() => onJump(id)}
              onKeyDown={handleKeyDown}
            >
              {name}
            </Pill>
          </Section>
        ))}
      </Strip>
    </Box>
  );
}

/** The index of the pill that a key leads to; -1 for other keys. */
function findNextIndex(key: string, index: number, count: number): number {
  if (key === 'ArrowRight') return Math.min(index + 1, count - 1);
  if (key === 'ArrowLeft') return Math.max(index - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : -1;
}

const Strip = styled.ul`
  container-type: inline-size;
  position: relative;
  display: flex;
  padding: ${space.xs} ${space.sm} ${space.sm};
  overflow-x: auto;
  scrollbar-width: none;
  /* The pills fade out at both ends, to show that there are more. */
  mask-image: linear-gradient(
    to right,
    transparent,
    currentcolor ${space.sm} calc(100% - ${space.sm}),
    transparent
  );
`;

const Section = styled.li`
  flex: none;
  max-width: 100%;
`;

/** It looks lower than the area that reacts to a finger. */
const Pill = styled.button`
  max-width: 100%;
  min-width: ${size.touch};
  min-height: ${size.touch};
  padding-inline: ${space.sm};
  overflow: hidden;
  text-overflow: ellipsis;
  ${type.label};
  color: ${colour('textMuted')};
  white-space: nowrap;
  border-block: ${space.xs} solid transparent;
  border-radius: ${radius.round};

  &:focus-visible {
    outline-offset: -${space.hair};
  }
  /* Large text leaves so little room that a name may need two lines. */
  @container (max-width: ${size.pillWhole}) {
    ${type.pillLarge};
    ${longWords};
    white-space: normal;
  }
  &[aria-current] {
    color: ${colour('page')};
    background: ${colour('text')} padding-box;
  }
`;
