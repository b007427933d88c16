import { lazy, type ComponentType } from 'react';
import { withTexts } from './i18n.ts';
import type { RouteName } from './navigation.ts';

/** One chunk per page. */
const loaders = {
  home: () => import('#src/pages/home/Home.tsx'),
  qrLanding: () => import('#src/pages/qr-landing/QrLanding.tsx'),
  merchantHome: () => import('#src/pages/merchant-home/MerchantHome.tsx'),
  login: () => import('#src/pages/login/Login.tsx'),
  member: () => import('#src/pages/member/Member.tsx'),
  account: () => import('#src/pages/account/Account.tsx'),
  profile: () => import('#src/pages/profile/Profile.tsx'),
  couponAvailable: () => import('#src/pages/coupons/CouponsAvailable.tsx'),
  couponUsed: () => import('#src/pages/coupons/CouponsUsed.tsx'),
  couponExpired: () => import('#src/pages/coupons/CouponsExpired.tsx'),
  order: () => import('#src/pages/order/OrderPage.tsx'),
  search: () => import('#src/pages/order/search/Search.tsx'),
  orderDetail: () => import('#src/pages/order-detail/OrderDetail.tsx'),
  orderList: () => import('#src/pages/order-list/OrderList.tsx'),
  selectGuests: () => import('#src/pages/select-guests/SelectGuests.tsx'),
  scan: () => import('#src/pages/scan/Scan.tsx'),
  scanResult: () => import('#src/pages/scan/ScanResult.tsx'),
  test: () => import('#src/pages/test/Test.tsx'),
  notFound: () => import('#src/pages/not-found/NotFound.tsx'),
} satisfies Record<PageName, () => Promise<{ default: ComponentType }>>;

/** The root only redirects. */
type PageName = Exclude<RouteName, 'root'>;

/** The menu says no more than what came with the app: it is not to wait for the other texts. */
const saysLittle: ReadonlySet<string> = new Set(['order'] satisfies PageName[]);

type Page = { default: ComponentType };
/** Pages whose code is here already. */
const here = new Map<string, Page>();

/** The page of each route. */
export const pages = Object.fromEntries(
  Object.entries(loaders).map(([name, load]) => {
    const loadPage = saysLittle.has(name) ? load : withTexts(load);
    return [name, lazy(() => (here.has(name) ? atOnce(here.get(name)!) : loadPage()))];
  }),
) as unknown as Readonly<Record<PageName, ComponentType>>;

/** React shows a stand-in for what only a promise gives, and then for a third of a second at least. */
function atOnce(page: Page): Promise<Page> {
  return { then: (use: (page: Page) => void) => use(page) } as unknown as Promise<Page>;
}

/** Loads the code of the page that the visit begins with, so that nothing has to stand in for it. Never rejects. */
export async function prepareFirstPage(name: RouteName | undefined): Promise<void> {
  if (name === undefined || name === 'root') return;
  try {
    here.set(name, await (saysLittle.has(name) ? loaders[name]() : withTexts(loaders[name])()));
  } catch (error) {
    console.warn('the first page could not be loaded ahead', error);
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
export async function fetchNextPages(name: RouteName): Promise<void> {
  await Promise.all((nextPages[name] ?? []).map((next) => loaders[next]()));
}
