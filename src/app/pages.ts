import { createElement, lazy, useState, type ComponentType } from 'react';
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

/** Pages whose code is here already. */
const here = new Map<string, ComponentType>();

/** The page of each route. */
export const pages = Object.fromEntries(
  Object.entries(loaders).map(([name, load]) => [
    name,
    pageOf(name, lazy(saysLittle.has(name) ? load : withTexts(load))),
  ]),
) as unknown as Readonly<Record<PageName, ComponentType>>;

/** For what is lazy, however near, React shows a stand-in, and that for a third of a second at least. */
function pageOf(name: string, Later: ComponentType): ComponentType {
  return function Page() {
    const [Shown] = useState(() => here.get(name) ?? Later);
    return createElement(Shown);
  };
}

/** Loads the code of the page that the visit begins with, so that nothing has to stand in for it. Never rejects. */
export async function prepareFirstPage(name: RouteName | undefined): Promise<void> {
  if (name === undefined || name === 'root') return;
  try {
    const load = saysLittle.has(name) ? loaders[name] : withTexts(loaders[name]);
    here.set(name, (await load()).default);
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
