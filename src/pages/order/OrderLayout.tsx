import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useCartStatus } from '#src/cart/hooks.ts';
import { colour } from '#src/theme/colour.ts';
import { layer, safe, size, space } from '#src/theme/tokens.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { CategoryPills } from './menu/CategoryPills.tsx';
import { MenuHeader } from './menu/MenuHeader.tsx';
import { MenuSections } from './menu/MenuSections.tsx';
import { sectionId } from './menu/show-section.ts';
import { MenuEmpty, MenuFailed, MenuSkeleton } from './menu/MenuStates.tsx';
import { useScrollSpy } from './menu/use-scroll-spy.ts';
import { useOrderPlace } from './order-place.ts';
import { OrderFrame } from './OrderFrame.tsx';
import { useKeptScroll } from './kept-scroll.ts';
import { useStep } from './use-step.ts';
import { calmly } from '#src/theme/calmly.ts';

interface Props {
  readonly failed: boolean;
  readonly loading: boolean;
  onRetry(): void;
}

/** The menu and the layers that open over it: a dish, the cart, the preview. */
export function OrderLayout({ failed, loading, onRetry }: Props) {
  const { t } = useTranslation('cart');
  const { merchantId, menu } = useOrderPlace();
  const { storage } = useCartStatus();
  const steps = useStep();
  const { open } = steps;
  const head = useRef<HTMLDivElement>(null);
  const headerHeight = useCallback(() => head.current?.offsetHeight ?? 0, []);
  const categories = useMemo(
    () => (menu?.categories ?? []).filter(({ products }) => products.length > 0),
    [menu],
  );
  const sectionIds = useMemo(() => categories.map(({ id }) => sectionId(id)), [categories]);
  const spied = useScrollSpy(sectionIds, headerHeight);
  useKeptScroll(merchantId, menu !== undefined);

  const handleJump = (categoryId: string) => {
    const section = document.getElementById(sectionId(categoryId));
    if (!section) return;
    const top = scrollY + section.getBoundingClientRect().top - headerHeight();
    scrollTo({ top, behavior: calmly() });
  };
  const latestOpen = useRef(open);
  useEffect(() => {
    latestOpen.current = open;
  });
  const handleOpenDish = useCallback(
    (productId: string) => latestOpen.current({ kind: 'product', productId }),
    [],
  );
  return (
    <OrderFrame steps={steps}>
      <Main>
        <Head ref={head}>
          <MenuHeader onOpenTable={() => open({ kind: 'table' })} />
          {categories.length > 0 && (
            <CategoryPills
              categories={categories}
              currentId={categories.find(({ id }) => sectionId(id) === spied)?.id}
              onJump={handleJump}
            />
          )}
        </Head>
        {storage === 'memoryOnly' && (
          <Notice>
            <Banner tone="warning">{t('memoryOnly')}</Banner>
          </Notice>
        )}
        {menu ? (
          categories.length > 0 ? (
            <MenuSections categories={categories} onOpen={handleOpenDish} />
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
`;

const Notice = styled.div`
  padding: ${space.lg} ${space.xl} ${space.none};
`;
