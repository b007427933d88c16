import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { createElement, lazy, useEffect, useState, type ComponentType } from 'react';
import { loadWithTexts } from '#ui/i18n/i18n.ts';
import { matchRoute, type RouteName } from '#ui/routes/navigation.ts';
import { getPageEntry } from '#ui/navigation/back-layer.ts';
import { delays } from '#contract/limits.ts';

const loadCoupons = () => import('#src/features/coupons/CouponPage.tsx');

const loaders = {
  home: () => import('#src/features/home/Home.tsx'),
  qrLanding: () => import('#src/features/table/landing/QrLanding.tsx'),
  merchantHome: () => import('#src/features/home/MerchantHome.tsx'),
  login: () => import('#src/features/account/login/Login.tsx'),
  member: () => import('#src/features/account/Member.tsx'),
  account: () => import('#src/features/account/Account.tsx'),
  profile: () => import('#src/features/account/profile/Profile.tsx'),
  couponAvailable: async () => ({ default: (await loadCoupons()).CouponsAvailable }),
  couponUsed: async () => ({ default: (await loadCoupons()).CouponsUsed }),
  couponExpired: async () => ({ default: (await loadCoupons()).CouponsExpired }),
  order: () => import('#src/features/order/page/OrderPage.tsx'),
  search: () => import('#src/features/order/search/Search.tsx'),
  orderDetail: () => import('#src/features/orders/detail/OrderDetail.tsx'),
  orderList: () => import('#src/features/orders/OrderList.tsx'),
  selectGuests: () => import('#src/features/table/guests/SelectGuests.tsx'),
  scan: () => import('#src/features/table/scan/Scan.tsx'),
  scanResult: () => import('#src/features/table/scan/ScanResult.tsx'),
  test: () => import('#src/features/support/Test.tsx'),
  notFound: () => import('../errors/NotFound.tsx'),
} satisfies Record<PageName, LoadPage>;

/** The root only redirects. */
type PageName = Exclude<RouteName, 'root'>;

/** Pages whose texts are all part of the first load. They need not wait for the other texts. */
const withInitialTexts: ReadonlySet<string> = new Set(['order'] satisfies PageName[]);

type LoadPage = () => Promise<{ default: ComponentType }>;

/** How pages get their code. `LatePage` replaces `get` by one that keeps trying. */
export const pageCode = {
  /** Components to render instead of the lazy one: the first page's, and retries after a failure. */
  loaded: new Map<string, ComponentType>(),
  get: (page: PageName): ReturnType<LoadPage> =>
    (withInitialTexts.has(page) ? loaders[page] : loadWithTexts<{ default: ComponentType }>(loaders[page]))(),
};

/** The page of each route. */
export const pages = Object.fromEntries(
  Object.keys(loaders).map((name) => [name, createPage(name as PageName)]),
) as Readonly<Record<PageName, ComponentType>>;

/**
 * A component that loads the page's code on demand. A page that is loaded already is rendered directly, because React
 * shows the fallback of a lazy component for 300 ms even then.
 */
function createPage(name: PageName): ComponentType {
  const Lazy = lazy(() => pageCode.get(name));
  return function Page() {
    const [Shown] = useState(() => pageCode.loaded.get(name) ?? Lazy);
    return createElement(Shown);
  };
}

/** Loads the code of the visit's first page, so that it renders without a fallback. Never rejects. */
export async function prepareFirstPage(name: RouteName | undefined): Promise<void> {
  if (name === undefined || name === 'root') return;
  try {
    pageCode.loaded.set(name, (await pageCode.get(name)).default);
  } catch (error) {
    console.warn('the first page could not be preloaded', error);
  }
}

export const NotFoundPage = pages.notFound;

/** The pages that diners mostly open next. */
const nextPages: Partial<Record<RouteName, readonly PageName[]>> = {
  qrLanding: ['selectGuests', 'order'],
  merchantHome: ['order'],
  selectGuests: ['order'],
  order: ['orderDetail', 'search'],
};

/** Rejects if the code cannot be loaded. */
async function fetchNextPages(name: RouteName): Promise<void> {
  await Promise.all((nextPages[name] ?? []).map((next) => loaders[next]()));
}

/** Prefetches the code of the next pages, because reception at a table is often poor. Respects data saving. */
export function useNextPages(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const name = matchRoute(pathname)?.name;
    const { connection } = navigator as { connection?: { readonly saveData?: boolean } };
    if (name === undefined || connection?.saveData) return;
    const timer = setTimeout(() => {
      if (navigator.onLine)
        fetchNextPages(name).catch((error: unknown) =>
          console.warn('the next pages could not be prefetched', error),
        );
    }, delays.prefetch);
    return () => clearTimeout(timer);
  }, [pathname]);
}

/** Scroll positions by the key of the history entry, px. */
const positions = new Map<string, number>();

/** Scrolls a new page to its top, and a page reached by Back to its last position. The menu has its own scrolling. */
export function useScrollMemory(): void {
  const location = useLocation();
  const { key } = getPageEntry(location);
  const isCovered = key !== location.key;
  const isBack = useNavigationType() === NavigationType.Pop;
  const isMenu = matchRoute(location.pathname)?.name === 'order';

  useEffect(() => {
    history.scrollRestoration = 'manual';
  }, []);

  // The old page's listener is already removed, so it does not store this scrolling.
  useEffect(() => {
    if (isMenu || isCovered) return;
    scrollTo(0, isBack ? (positions.get(key) ?? 0) : 0);
    const remember = () => void positions.set(key, scrollY);
    addEventListener('scroll', remember, { passive: true });
    return () => removeEventListener('scroll', remember);
  }, [key, isBack, isMenu, isCovered]);
}
