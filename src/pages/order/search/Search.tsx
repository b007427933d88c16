import { ArrowLeft, SearchIcon } from 'lucide-react';
import { useRef, useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router-dom';
import { styled } from 'styled-components';
import { useBack } from '#src/app/use-back.ts';
import { useLinks } from '#src/app/language.ts';
import { colour } from '#src/theme/colour.ts';
import { border, layer, radius, safe, size, space, type } from '#src/theme/tokens.ts';
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import { DishRow } from '../menu/DishRow.tsx';
import { MenuFailed, MenuSkeleton } from '../menu/MenuStates.tsx';
import { useOrderPlace } from '../order-place.ts';
import { OrderFrame } from '../OrderFrame.tsx';
import { OrderPlaceProvider } from '../OrderPlaceProvider.tsx';
import { useStep } from '../use-step.ts';
import { useFound } from './use-found.ts';

/** Looks for a dish by its name or what is in it. */
export default function Search() {
  const { merchantId = '' } = useParams();
  return (
    <OrderPlaceProvider merchantId={merchantId}>
      {({ failed, loading, retry }) => <SearchLayout failed={failed} loading={loading} onRetry={retry} />}
    </OrderPlaceProvider>
  );
}

interface Props {
  readonly failed: boolean;
  readonly loading: boolean;
  onRetry(): void;
}

function SearchLayout({ failed, loading, onRetry }: Props) {
  const { t } = useTranslation(['menu', 'common']);
  const { merchantId, menu } = useOrderPlace();
  const [params, setParams] = useSearchParams();
  const links = useLinks();
  const back = useBack(links.order(merchantId));
  const input = useRef<HTMLInputElement>(null);
  // The address keeps the words, so that coming back finds them.
  const [keyword, setKeyword] = useState(params.get('q') ?? '');
  const { products, isAsking } = useFound(keyword);
  const steps = useStep();
  const isWanted = keyword.trim() !== '';

  const handleChange = (value: string) => {
    setKeyword(value);
    setParams(value ? { q: value } : {}, { replace: true });
  };

  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    // The keyboard goes away, and the dishes are seen.
    input.current?.blur();
  };

  return (
    <OrderFrame steps={steps}>
      <Main>
        <VisuallyHidden as="h1">{t('search.label')}</VisuallyHidden>
        <Bar>
          <Form onSubmit={handleSubmit}>
            <IconButton label={t('common:back')} onClick={back}>
              <ArrowLeft aria-hidden />
            </IconButton>
            <Field>
              <SearchIcon aria-hidden />
              <input
                ref={input}
                type="search"
                // The page is for nothing else.
                // oxlint-disable-next-line jsx-a11y/no-autofocus
                autoFocus
                aria-label={t('search.label')}
                placeholder={t('search.placeholder')}
                value={keyword}
                onChange={({ target }) => handleChange(target.value)}
                enterKeyHint="search"
                autoComplete="off"
              />
            </Field>
          </Form>
        </Bar>
        {!menu && (failed ? <MenuFailed onRetry={onRetry} busy={loading} /> : <MenuSkeleton />)}
        {menu && (
          <>
            <Count aria-live="polite">
              {isWanted && products.length > 0 && t('search.found', { count: products.length })}
              {isWanted &&
                products.length === 0 &&
                !isAsking &&
                t('search.none', { keyword: keyword.trim() })}
              {!isWanted && t('search.hint')}
            </Count>
            <ul>
              {products.map((product) => (
                <DishRow
                  key={product.id}
                  product={product}
                  onOpen={(productId) => steps.open({ kind: 'product', productId })}
                />
              ))}
            </ul>
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

const Bar = styled.search`
  position: sticky;
  z-index: ${layer.sticky};
  top: 0;
  display: block;
  margin-inline: -${space.md};
  background: ${colour('page')};
`;

const Form = styled.form`
  display: flex;
  align-items: center;
  gap: ${space.sm};
  min-height: ${size.header};
`;

const Field = styled.div`
  flex: 1;
  min-width: 0;
  display: flex;
  align-items: center;
  gap: ${space.sm};
  min-height: ${size.touch};
  padding-inline: ${space.lg};
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
    ${type.body};
    color: ${colour('text')};
    background: none;
    border: 0;
    outline: none;
  }
  > input::placeholder {
    color: ${colour('textMuted')};
    opacity: 1;
  }
  &:focus-within {
    border-color: ${colour('accentText')};
    outline: ${border.thin} solid ${colour('accentText')};
  }
`;

const Count = styled.h2`
  ${type.body};
  padding-block: ${space.md};
  color: ${colour('textMuted')};
`;
