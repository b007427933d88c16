import type { RefObject } from 'react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { colour, space, type } from '#ui/theme/tokens.ts';
import { FilterNotice } from '../filter/FilterNotice.tsx';
import { DishList, isLongList } from '../dishes/DishList.tsx';
import { DishRow } from '../dishes/DishRow.tsx';
import { OfferedFilter } from './OfferedFilter.tsx';
import { SectionLinks } from './SectionLinks.tsx';
import { createHighlighter } from './found-by.tsx';
import type { Found } from './use-found.ts';
import { Box, Stack, Text } from '#ui/primitives.tsx';
import { useLinks } from '#ui/routes/language.ts';
import { Button, LinkButton } from '#ui/controls/Button.tsx';
import { clearFilter, useSuitable } from '../filter/dish-filter.ts';
import { useOrderPlace } from '#src/cart/hooks.ts';

interface Props {
  readonly found: Found;
  /** The heading that is read out. It gets the focus if the element focused before is gone. */
  readonly heading: RefObject<HTMLHeadingElement | null>;
  onOpen(productId: string): void;
}

/** The results of a search: sections with such a name, then dishes. Without results it suggests other ways to a dish. */
export function SearchResults({ found, heading, onOpen }: Props) {
  const { t } = useTranslation(['menu', 'search']);
  const { products, hidden, sections, offered, marks, isAsking } = found;
  const by = useMemo(() => createHighlighter(marks), [marks]);
  const isNothing = products.length + sections.length === 0 && !isAsking;

  return (
    <>
      <OfferedFilter conditions={offered} />
      <FilterNotice hidden={products.length > 0 ? hidden : undefined} />
      <Heading ref={heading} tabIndex={-1} aria-live="polite" $loud={isNothing}>
        {useSummary(found)}
      </Heading>
      {sections.length > 0 && (
        <Box $below="md" $colour="textMuted">
          <SectionLinks label={t('search:sections')} sections={sections} />
        </Box>
      )}
      {isNothing && <NothingFound hidden={hidden} />}
      <DishList
        products={products}
        isLong={isLongList(products.length)}
        renderDish={(product, place) => <DishRow product={product} {...place} found={by} onOpen={onOpen} />}
      />
    </>
  );
}

function useSummary({ keyword, products, hidden, sections, similar, isAsking }: Found): string {
  const { t } = useTranslation(['menu', 'search']);
  if (products.length > 0 && similar !== undefined) return t('search:similar', { keyword, similar });
  if (products.length > 0) return t('search:found', { count: products.length });
  if (isAsking) return t('search:looking');
  if (hidden > 0) return t('search:allHidden', { keyword });
  return sections.length > 0 ? t('search:sections') : t('search:none', { keyword });
}

const Heading = styled.h2<{ $loud: boolean }>`
  ${({ $loud }) => ($loud ? type.title : type.body)};
  padding-block: ${space.md};
  color: ${({ $loud }) => colour($loud ? 'text' : 'textMuted')};
`;

/** Offers to clear the filter if it hides results, and otherwise the sections of the menu. */
function NothingFound({ hidden }: { hidden: number }) {
  const { t } = useTranslation(['menu', 'search']);
  const { merchantId } = useOrderPlace();
  const { sections } = useSuitable();
  const links = useLinks();

  return (
    <Stack $gap="lg" $align="flex-start" $below="xl">
      <Text $colour="textMuted">
        {hidden > 0 ? t('filter.hidden', { count: hidden }) : t('search:noneText')}
      </Text>
      {hidden > 0 && <Button onClick={clearFilter}>{t('filter.clear')}</Button>}
      {sections.length > 0 && <SectionLinks label={t('categories')} sections={sections} />}
      <LinkButton variant={hidden > 0 ? 'secondary' : 'primary'} to={links.order(merchantId)}>
        {t('search:wholeMenu')}
      </LinkButton>
    </Stack>
  );
}
