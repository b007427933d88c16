import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Category } from '#contract/merchant.ts';
import { calmly } from '#src/theme/calmly.ts';
import { colour } from '#src/theme/colour.ts';
import { radius, size, space, type } from '#src/theme/tokens.ts';

interface Props {
  readonly categories: readonly Category[];
  readonly currentId: string | undefined;
  onJump(categoryId: string): void;
}

/** The menu's sections as a strip of pills; the one in sight is marked and kept in view. */
export function CategoryPills({ categories, currentId, onJump }: Props) {
  const { t } = useTranslation('menu');
  const strip = useRef<HTMLUListElement>(null);

  useEffect(() => {
    const list = strip.current;
    const pill = list?.querySelector<HTMLElement>(`[data-category="${currentId}"]`);
    if (!list || !pill) return;
    const left = pill.offsetLeft - (list.clientWidth - pill.offsetWidth) / 2;
    list.scrollTo({ left, behavior: calmly() });
  }, [currentId]);

  return (
    <nav aria-label={t('categories')}>
      <Strip ref={strip}>
        {categories.map(({ id, name }) => (
          <li key={id}>
            <Pill
              type="button"
              data-category={id}
              aria-current={id === currentId || undefined}
              onClick={() => onJump(id)}
            >
              {name}
            </Pill>
          </li>
        ))}
      </Strip>
    </nav>
  );
}

const Strip = styled.ul`
  position: relative;
  display: flex;
  gap: ${space.xs};
  min-height: ${size.pills};
  padding: ${space.xs} ${space.lg} ${space.sm};
  overflow-x: auto;
  scrollbar-width: none;
`;

const Pill = styled.button`
  min-height: ${size.touch};
  padding-inline: ${space.lg};
  ${type.strong};
  color: ${colour('textMuted')};
  white-space: nowrap;
  border-radius: ${radius.round};

  &:focus-visible {
    border-radius: ${radius.round};
    outline-offset: -${space.hair};
  }
  &[aria-current] {
    color: ${colour('page')};
    background: ${colour('text')};
  }
`;
