import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { pageStands } from '#src/kit/navigation/first-page.ts';
import { useCartStatus } from '#src/kit/cart/hooks.ts';
import { colour, cramped, layer, safe, size, space } from '#src/kit/theme/tokens.ts';
import { Banner } from '#src/kit/ui/feedback/Banner.tsx';
import { useSteady } from '#src/kit/ui/use-steady.ts';
import { clearFilter } from '../filter/dish-filter.ts';
import { FilterNotice } from '../filter/FilterNotice.tsx';
import { useSuitable } from '../filter/use-suitable.ts';
import { MenuHeader } from '../menu/MenuHeader.tsx';
import { MenuSections } from '../menu/MenuSections.tsx';
import { MenuEmpty, MenuFailed, MenuFilteredOut, MenuSkeleton, StripSkeleton } from '../menu/MenuStates.tsx';
import { MenuStrip } from '../menu/MenuStrip.tsx';
import { sectionId, showSection } from '../menu/show-section.ts';
import { useScrollSpy } from '../menu/use-scroll-spy.ts';
import { useOrderPlace } from '#src/kit/cart/order-place.ts';
import { OrderFrame } from './OrderFrame.tsx';
import { useKeptScroll } from '../menu/kept-scroll.ts';
import type { MenuLoading } from './OrderPlaceProvider.tsx';
import { useStep } from './use-step.ts';
import { Box } from '#src/kit/ui/primitives.tsx';

/** The menu and the layers that open over it: a dish, the cart, the preview. */
export function OrderLayout({ failed, loading, onRetry }: MenuLoading) {
  const { t } = useTranslation('cart');
  const { merchantId, menu } = useOrderPlace();
  const { storage } = useCartStatus();
  const steps = useStep();
  const { open } = steps;
  const head = useRef<HTMLDivElement>(null);
  const headerHeight = useCallback(() => head.current?.offsetHeight ?? 0, []);
  const { sections: categories, hidden } = useSuitable();
  const sectionIds = useMemo(() => categories.map(({ id }) => sectionId(id)), [categories]);
  const spied = useScrollSpy(sectionIds, headerHeight);
  useKeptScroll(merchantId, { all: menu?.categories, sections: categories, headerHeight });

  const stands = menu !== undefined || failed;
  useEffect(() => {
    if (stands) pageStands();
  }, [stands]);

  const handleOpenDish = useSteady((productId: string) => open({ kind: 'product', productId }));
  return (
    <OrderFrame steps={steps}>
      <Main>
        <Head ref={head}>
          <MenuHeader onOpenTable={() => open({ kind: 'table' })} />
          {!menu && !failed && <StripSkeleton />}
          {categories.length + hidden > 0 && (
            <MenuStrip
              categories={categories}
              currentId={categories.find(({ id }) => sectionId(id) === spied)?.id}
              onJump={showSection}
            />
          )}
        </Head>
        {storage === 'memoryOnly' && (
          <Box $pad="lg xl none">
            <Banner tone="warning">{t('memoryOnly')}</Banner>
          </Box>
        )}
        {categories.length + hidden > 0 && (
          <Box $padInline="xl">
            <FilterNotice hidden={categories.length > 0 ? hidden : undefined} />
          </Box>
        )}
        {menu ? (
          categories.length > 0 ? (
            <MenuSections categories={categories} onOpen={handleOpenDish} />
          ) : hidden > 0 ? (
            <MenuFilteredOut hidden={hidden} onClear={clearFilter} />
          ) : (
            <MenuEmpty />
          )
        ) : failed ? (
          <MenuFailed onRetry={onRetry} busy={loading} />
        ) : (
          <MenuSkeleton />
        )}
      </Main>
    </OrderFrame>
  );
}

const Main = styled.main`
  flex: 1;
  min-width: 0;
  max-width: ${size.content};
  /* Room for the cart bar under the last dish. */
  padding-bottom: calc(${size.bar} + ${space.giant} + ${safe.bottom});
`;

const Head = styled.div`
  position: sticky;
  z-index: ${layer.sticky};
  top: 0;
  padding-top: ${safe.top};
  background: ${colour('page')};
  border-bottom: thin solid ${colour('line')};

  ${cramped} {
    position: static;
  }
`;
