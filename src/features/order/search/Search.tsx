import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router-dom';
import { styled } from 'styled-components';
import { limits } from '#contract/limits.ts';
import { useLinks } from '#src/kit/routes/language.ts';
import { useBack } from '#src/kit/navigation/back-layer.ts';
import { safe, size, space } from '#src/kit/theme/tokens.ts';
import { Box, Text, VisuallyHidden } from '#src/kit/ui/primitives.tsx';
import { MenuFailed, MenuSkeleton } from '../menu/MenuStates.tsx';
import { useSuitable } from '../filter/dish-filter.ts';
import { useOrderPlace } from '#src/kit/cart/hooks.ts';
import { OrderFrame } from '../page/OrderFrame.tsx';
import { OrderPlaceProvider, type MenuLoading } from '../page/OrderPlaceProvider.tsx';
import { useStep } from '../page/use-step.ts';
import { rememberSearch } from './recent-searches.ts';
import { RecentSearches } from './RecentSearches.tsx';
import { SearchBar } from './SearchBar.tsx';
import { SectionLinks } from './SectionLinks.tsx';
import { SearchResults } from './SearchResults.tsx';
import { useFound } from './use-found.ts';

/** ms after which what was found counts as looked at. */
const seenAfter = 1_500;

/** Looks for a dish by its name or what is in it. */
export default function Search() {
  const { merchantId = '' } = useParams();
  return (
    <OrderPlaceProvider merchantId={merchantId}>{(menu) => <SearchLayout {...menu} />}</OrderPlaceProvider>
  );
}

function SearchLayout({ failed, loading, onRetry }: MenuLoading) {
  const { t } = useTranslation('menu');
  const { merchantId, menu } = useOrderPlace();
  const [params, setParams] = useSearchParams();
  const links = useLinks();
  const back = useBack(links.order(merchantId));
  const heading = useRef<HTMLHeadingElement>(null);
  // The address keeps the words, so that coming back finds them.
  const [keyword, setKeyword] = useState((params.get('q') ?? '').slice(0, limits.keywordLength));
  const found = useFound(keyword);
  const { sections } = useSuitable();
  const steps = useStep();
  const isWanted = keyword.trim() !== '';

  // Only what led somewhere is worth another tap.
  const remember = () => {
    if (found.products.length + found.hidden + found.sections.length > 0)
      rememberSearch(merchantId, found.similar ?? found.keyword);
  };
  const rememberSeen = useEffectEvent(remember);
  useEffect(() => {
    if (found.keyword === '') return;
    const timer = setTimeout(() => rememberSeen(), seenAfter);
    return () => clearTimeout(timer);
  }, [found.keyword]);
  useEffect(() => () => rememberSeen(), []);

  const handleChange = (value: string) => {
    setKeyword(value);
    setParams(value ? { q: value } : {}, { replace: true });
  };
  const handleChooseRecent = (words: string) => {
    handleChange(words);
    requestAnimationFrame(() => heading.current?.focus());
  };

  return (
    <OrderFrame steps={steps}>
      <Main>
        <VisuallyHidden as="h1">{t('search.label')}</VisuallyHidden>
        <SearchBar value={keyword} onChange={handleChange} onSubmit={remember} onBack={back} />
        {!menu && (failed ? <MenuFailed onRetry={onRetry} busy={loading} /> : <MenuSkeleton />)}
        {menu && isWanted && (
          <SearchResults
            found={found}
            heading={heading}
            onOpen={(productId) => {
              remember();
              steps.open({ kind: 'product', productId });
            }}
          />
        )}
        {menu && !isWanted && (
          <>
            <Text $padBlock="md" $colour="textMuted">
              {t('search.hint')}
            </Text>
            <RecentSearches onChoose={handleChooseRecent} />
            <Box $above="md">
              <SectionLinks label={t('categories')} sections={sections} />
            </Box>
          </>
        )}
      </Main>
    </OrderFrame>
  );
}

const Main = styled.main`
  flex: 1;
  min-width: 0;
  max-width: ${size.content};
  min-height: 100dvh;
  padding: ${safe.top} ${space.xl} calc(${size.bar} + ${space.giant} + ${safe.bottom});
`;
