import { useTranslation } from 'react-i18next';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useRouteParams } from '#ui/routes/navigation.ts';
import { orderType } from '#contract/states.ts';
import { findTableAt, useDiner } from '#src/diner/diner.ts';
import { useLinks } from '#ui/routes/language.ts';
import { useCartPart, useCartStatus, useOrderPlace } from '#src/cart/hooks.ts';
import { hasRestarted } from '#src/cart/cart-restart.ts';
import { OrderPlaceProvider, type MenuLoading } from '#src/cart/order/OrderPlaceProvider.tsx';
import { reportPageShown } from '#src/navigation/first-page.ts';
import { useStableCallback, useEffectWhen } from '#ui/timing/callback-hooks.ts';
import { DishRow } from '../dishes/DishRow.tsx';
import { clearFilter, useSuitable } from '../filter/dish-filter.ts';
import { FilterNotice } from '../filter/FilterNotice.tsx';
import { DishCards } from '../menu/DishCards.tsx';
import { measureHeight, MenuHead } from '../menu/MenuHead.tsx';
import { MenuHeader } from '../menu/MenuHeader.tsx';
import { MenuSections } from '../menu/MenuSections.tsx';
import { MenuEmpty, MenuFailed, MenuFilteredOut, MenuSkeleton, StripSkeleton } from '../menu/MenuStates.tsx';
import { MenuStrip } from '../menu/MenuStrip.tsx';
import { getSectionId, showSection } from '../menu/show-section.ts';
import { useStableSections } from '../menu/use-stable-sections.ts';
import { SkipLinks } from '../menu/SkipLinks.tsx';
import { OrderFrame } from './OrderFrame.tsx';
import { useScrollRestore } from '../menu/use-scroll-restore.ts';
import { MenuMain } from './page-ground.ts';
import { useStep } from './use-step.ts';
import { CoverPicture } from '#ui/Cover.tsx';
import { Box } from '#ui/primitives.tsx';

// It is needed only after the cart has started, so it is not part of the first load.
const Banner = lazy(async () => ({ default: (await import('#ui/feedback/Banner.tsx')).Banner }));

/** The page with the menu and the table's shared cart. */
export default function OrderPage() {
  const { merchantId = '' } = useRouteParams();
  useGuestsQuestion(merchantId);
  return (
    <OrderPlaceProvider merchantId={merchantId}>{(menu) => <OrderLayout {...menu} />}</OrderPlaceProvider>
  );
}

/** Asks for the number of guests if the table has none. The phone that has just cleared the table is not asked again. */
function useGuestsQuestion(merchantId: string): void {
  const diner = useDiner();
  const { loaded } = useCartStatus();
  const isDineIn = useCartPart((cart) => cart.orderType === orderType.dineIn);
  const isMissing = useCartPart((cart) => cart.guests === 0);
  const navigate = useNavigate();
  const links = useLinks();
  const isAsked = findTableAt(merchantId, diner) !== undefined && loaded && isDineIn && isMissing;

  useEffectWhen(isAsked, () => {
    if (!hasRestarted(diner.table)) void navigate(links.selectGuests(merchantId), { replace: true });
  });
}

function OrderLayout({ failure, loading, onRetry }: MenuLoading) {
  const failed = failure !== undefined;
  const { t } = useTranslation('cart');
  const { merchantId, merchant, menu } = useOrderPlace();
  const { storage } = useCartStatus();
  const steps = useStep();
  const { open } = steps;
  const head = useRef<HTMLDivElement>(null);
  const headerHeight = useCallback(() => measureHeight(head.current), []);
  const { sections, hidden } = useSuitable();
  const [usual, setUsual] = useState<readonly string[]>([]);
  const categories = useStableSections(menu?.categories, sections);
  const sectionIds = useMemo(() => categories.map(({ id }) => getSectionId(id)), [categories]);
  const spied = useScrollSpy(sectionIds, headerHeight);
  useScrollRestore(merchantId, { all: menu?.categories, sections: categories, headerHeight });

  useEffectWhen(menu !== undefined || failed, reportPageShown);

  const handleOpenDish = useStableCallback((productId: string) => open({ kind: 'product', productId }));
  return (
    <OrderFrame steps={steps} onUsual={setUsual}>
      <MenuMain>
        {merchant?.cover && <CoverPicture picture={merchant.cover} />}
        <MenuHead ref={head}>
          <SkipLinks first={categories[0]} />
          <MenuHeader onOpenTable={() => open({ kind: 'table' })} />
          {!menu && !failed && <StripSkeleton />}
          {categories.length + hidden > 0 && (
            <MenuStrip
              categories={categories}
              currentId={categories.find(({ id }) => getSectionId(id) === spied)?.id}
              onJump={showSection}
            />
          )}
        </MenuHead>
        {storage === 'memoryOnly' && (
          <Box $pad="lg xl none">
            <Suspense>
              <Banner tone="warning">{t('memoryOnly')}</Banner>
            </Suspense>
          </Box>
        )}
        {categories.length + hidden > 0 && (
          <Box $padInline="xl">
            <FilterNotice hidden={categories.length > 0 ? hidden : undefined} />
          </Box>
        )}
        <DishCards usual={usual} loved={menu?.mostLoved} sections={sections} onOpen={handleOpenDish} />
        {menu ? (
          categories.length > 0 ? (
            <MenuSections
              categories={categories}
              renderDish={(product, place) => (
                <DishRow product={product} {...place} onOpen={handleOpenDish} />
              )}
            />
          ) : hidden > 0 ? (
            <MenuFilteredOut hidden={hidden} onClear={clearFilter} />
          ) : (
            <MenuEmpty />
          )
        ) : failed ? (
          <MenuFailed error={failure} onRetry={onRetry} busy={loading} />
        ) : (
          <MenuSkeleton />
        )}
      </MenuMain>
    </OrderFrame>
  );
}

/** The id of the section in view: the last one whose heading has reached the sticky header, or the last of the page. */
function useScrollSpy(ids: readonly string[], headerHeight: () => number): string | undefined {
  const [current, setCurrent] = useState<string>();

  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      const line = headerHeight() + 8;
      const passed = ids.filter((id) => {
        const section = document.getElementById(id);
        return section !== null && section.getBoundingClientRect().top <= line;
      });
      const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
      const atEnd = scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 2;
      setCurrent(atEnd ? ids.at(-1) : (passed.at(-1) ?? ids[0]));
    };
    const handleScroll = () => {
      frame ||= requestAnimationFrame(look);
    };
    look();
    addEventListener('scroll', handleScroll, { passive: true });
    return () => {
      removeEventListener('scroll', handleScroll);
      cancelAnimationFrame(frame);
    };
  }, [ids, headerHeight]);

  return current ?? ids[0];
}
