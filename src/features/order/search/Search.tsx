import { useEffect, useEffectEvent, useRef, useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useRouteParams } from '#ui/routes/navigation.ts';
import { styled } from 'styled-components';
import { limits } from '#contract/limits.ts';
import { useLinks } from '#ui/routes/language.ts';
import { useBack } from '#ui/navigation/back-layer.ts';
import { border, colour, radius, safe, size, space, type } from '#ui/theme/tokens.ts';
import { Box, Text, VisuallyHidden } from '#ui/primitives.tsx';
import { MenuFailed, MenuSkeleton } from '../menu/MenuStates.tsx';
import { useSuitable } from '../filter/dish-filter.ts';
import { useOrderPlace } from '#src/cart/hooks.ts';
import { OrderFrame } from '../page/OrderFrame.tsx';
import { OrderPlaceProvider, type MenuLoading } from '#src/cart/order/OrderPlaceProvider.tsx';
import { useStep } from '../page/use-step.ts';
import { rememberSearch } from './recent-searches.ts';
import { RecentSearches } from './RecentSearches.tsx';
import { SectionLinks } from './SectionLinks.tsx';
import { SearchResults } from './SearchResults.tsx';
import { useFound } from './use-found.ts';
import { SearchIcon, X } from 'lucide-react';
import { BackBar } from '#ui/layers/BackBar.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { FilterButton } from '../filter/FilterButton.tsx';

/** How long results must be shown before the search is remembered, ms. */
const seenAfter = 1_500;

/** The page that searches the menu for names and ingredients. */
export default function Search() {
  const { merchantId = '' } = useRouteParams();
  return (
    <OrderPlaceProvider merchantId={merchantId}>{(menu) => <SearchLayout {...menu} />}</OrderPlaceProvider>
  );
}

function SearchLayout({ failure, loading, onRetry }: MenuLoading) {
  const { t } = useTranslation(['menu', 'search']);
  const { merchantId, menu } = useOrderPlace();
  const [params, setParams] = useSearchParams();
  const links = useLinks();
  const back = useBack(links.order(merchantId));
  const heading = useRef<HTMLHeadingElement>(null);
  // The words are also in the address, so that Back restores them.
  const [keyword, setKeyword] = useState((params.get('q') ?? '').slice(0, limits.keywordLength));
  const found = useFound(keyword);
  const { sections } = useSuitable();
  const steps = useStep();
  const isWanted = keyword.trim() !== '';

  // A search without results is not worth repeating.
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
        <VisuallyHidden as="h1">{t('search:label')}</VisuallyHidden>
        <SearchBar value={keyword} onChange={handleChange} onSubmit={remember} onBack={back} />
        {!menu &&
          (failure !== undefined ? (
            <MenuFailed error={failure} onRetry={onRetry} busy={loading} />
          ) : (
            <MenuSkeleton />
          ))}
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
              {t('search:hint')}
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

interface Props {
  readonly value: string;
  onChange(value: string): void;
  onSubmit(): void;
  onBack(): void;
}

/** The search field, with a Back button before it and the filter after it. */
function SearchBar({ value, onChange, onSubmit, onBack }: Props) {
  const { t } = useTranslation(['menu', 'search']);
  const input = useRef<HTMLInputElement>(null);

  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    // This closes the phone's keyboard, which covers the results.
    input.current?.blur();
    onSubmit();
  };

  const handleClear = () => {
    onChange('');
    input.current?.focus();
  };

  return (
    <BackBar as="search" onBack={onBack}>
      <Field onSubmit={handleSubmit}>
        <SearchIcon aria-hidden />
        <input
          ref={input}
          type="search"
          // The page has no other purpose.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          aria-label={t('search:label')}
          placeholder={t('search:placeholder')}
          value={value}
          maxLength={limits.keywordLength}
          onChange={({ target }) => onChange(target.value)}
          enterKeyHint="search"
          autoComplete="off"
        />
        {value !== '' && (
          <IconButton label={t('search:clear')} onClick={handleClear}>
            <X aria-hidden />
          </IconButton>
        )}
      </Field>
      <FilterButton />
    </BackBar>
  );
}

const Field = styled.form`
  flex: 1;
  min-width: 0;
  display: flex;
  align-items: center;
  gap: ${space.sm};
  min-height: ${size.touch};
  padding-inline-start: ${space.lg};
  background: ${colour('surface')};
  border: ${border.thin} solid ${colour('outline')};
  border-radius: ${radius.round};

  > svg {
    flex: none;
    width: ${size.icon};
    color: ${colour('textMuted')};
  }
  > input {
    flex: 1;
    min-width: 0;
    ${type.field};
    color: ${colour('text')};
    background: none;
    border: 0;
    outline: none;
    appearance: none;
  }
  /* The browser's own button is small and blue. */
  > input::-webkit-search-cancel-button {
    display: none;
  }
  > input::placeholder {
    color: ${colour('textMuted')};
    opacity: 1;
  }
  &:focus-within {
    border-color: ${colour('accentText')};
    outline: ${border.thin} solid ${colour('accentText')};
  }
  @container (max-width: ${size.tightRow}) {
    flex-basis: 100%;
    order: 1;

    > svg {
      display: none;
    }
  }
`;
