import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { createElement, lazy, useEffect, useState, type ComponentType } from 'react';
import { withTexts } from '#ui/i18n/i18n.ts';
import { matchRoute, type RouteName } from '#ui/routes/navigation.ts';
import { pageEntry } from '#ui/navigation/back-layer.ts';
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

/** The menu says no more than what came with the app: it is not to wait for the other texts. */
const saysLittle: ReadonlySet<string> = new Set(['order'] satisfies PageName[]);

type LoadPage = () => Promise<{ default: ComponentType }>;

/** How pages get their code. What follows the first page puts a `get` in its place that does not give up (LatePage). */
export const pageCode = {
  /** Pages that are shown instead of a first attempt to get them. */
  here: new Map<string, ComponentType>(),
  get: (page: PageName): ReturnType<LoadPage> =>
    (saysLittle.has(page) ? loaders[page] : withTexts<{ default: ComponentType }>(loaders[page]))(),
};

/** The page of each route. */
export const pages = Object.fromEntries(
  Object.keys(loaders).map((name) => [name, pageOf(name as PageName)]),
) as Readonly<Record<PageName, ComponentType>>;

/** For what is lazy, however near, React shows a stand-in, and that for a third of a second at least. */
function pageOf(name: PageName): ComponentType {
  const Later = lazy(() => pageCode.get(name));
  return function Page() {
    const [Shown] = useState(() => pageCode.here.get(name) ?? Later);
    return createElement(Shown);
  };
}

/** Loads the code of the page that the visit begins with, so that nothing has to stand in for it. Never rejects. */
export async function prepareFirstPage(name: RouteName | undefined): Promise<void> {
  if (name === undefined || name === 'root') return;
  try {
    pageCode.here.set(name, (await pageCode.get(name)).default);
  } catch (error) {
    console.warn('not loaded ahead', error);
  }
}

export const NotFoundPage = pages.notFound;

/** Where diners mostly go from a page. */
const nextPages: Partial<Record<RouteName, readonly PageName[]>> = {
  qrLanding: ['selectGuests', 'order'],
  merchantHome: ['order'],
  selectGuests: ['order'],
  order: ['orderDetail', 'search'],
};

/** Fetches the code of the pages that mostly come next. Rejects when it can't be had. */
async function fetchNextPages(name: RouteName): Promise<void> {
  await Promise.all((nextPages[name] ?? []).map((next) => loaders[next]()));
}

/** Bad reception: the code of the next page is on the phone before it is needed. Not for those who save data. */
export function useNextPages(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const name = matchRoute(pathname)?.name;
    const { connection } = navigator as { connection?: { readonly saveData?: boolean } };
    if (name === undefined || connection?.saveData) return;
    const timer = setTimeout(() => {
      if (navigator.onLine) fetchNextPages(name).catch((error: unknown) => console.warn('prefetch', error));
    }, delays.prefetch);
    return () => clearTimeout(timer);
  }, [pathname]);
}

const positions = new Map<string, number>();

/** A new page starts at its top, a page gone back to where it was left. The menu keeps its own place. */
export function useScrollMemory(): void {
  const location = useLocation();
  const { key } = pageEntry(location);
  const isCovered = key !== location.key;
  const isBack = useNavigationType() === NavigationType.Pop;
  const isMenu = matchRoute(location.pathname)?.name === 'order';

  useEffect(() => {
    history.scrollRestoration = 'manual';
  }, []);

  // After the page before has stopped listening, so that it does not take this for its own scrolling.
  useEffect(() => {
    if (isMenu || isCovered) return;
    scrollTo(0, isBack ? (positions.get(key) ?? 0) : 0);
    const remember = () => void positions.set(key, scrollY);
    addEventListener('scroll', remember, { passive: true });
    return () => removeEventListener('scroll', remember);
  }, [key, isBack, isMenu, isCovered]);
}
